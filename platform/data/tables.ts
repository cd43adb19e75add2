import { declaringTables, instant, positionIn, uuid } from '../../libraries/typed-sql/index.ts';

/** Declares a table of a service or of the platform. */
export const table = declaringTables({
  tenant: 'institutionId',
  auditLog: {
    table: 'audit_log',
    // In the order of `writtenBy`.
    author: [
      ['recorded_at', 'timestamptz'],
      ['actor', 'text'],
      ['actor_id', 'text'],
      ['actor_name', 'text'],
      ['on_behalf_of', 'uuid'],
      ['operation', 'text'],
      ['request_id', 'text'],
      ['cause', 'uuid'],
    ],
  },
});

/** The first columns of an institution's records: their key. */
export const identified = { institutionId: uuid(), id: uuid() };

/** When a record was created and last changed. */
export const dated = { createdAt: instant(), updatedAt: instant() };

/** The parameters of a page of an institution's rows; give `sort` the type of the ORDER BY column. */
export const POSITION = positionIn('institutionId');
