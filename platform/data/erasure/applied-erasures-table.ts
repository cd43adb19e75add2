import { bigint, instant, integer, uuid } from '../../../libraries/typed-sql/index.ts';
import { table } from '../tables.ts';

/** Up to where the service has applied the journal of erasures: behind its end in a database that was restored. */
export const appliedErasures = table('applied_erasures', {
  noTenant: 'the journal is of the installation',
  columns: {
    /** There is one row. */
    id: integer().says('nothing').check('id = 1'),
    sequence: bigint().says('nothing'),
  },
  primaryKey: ['id'],
});

/** Before when records of an institution's audit log may be removed: only those does the log's trigger let go. */
export const auditCuts = table('audit_cuts', {
  isOfTheMoment: true,
  columns: { institutionId: uuid().says('nothing'), before: instant().says('nothing') },
  primaryKey: ['institutionId'],
});
