import { type Columns, changedIn, declaringTables, positionIn, type Table } from '../../libraries/typed-sql/index.ts';

/** A table with rows of institutions. */
export type InstitutionTable = Table<string, Columns, 'institutionId'>;

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

/** The parameters of a page of an institution's rows; give `sort` the type of the ORDER BY column. */
export const POSITION = positionIn('institutionId');

/** The parameters of a page of those that have changed since an instant. */
export const CHANGED = changedIn('institutionId');
