import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { findBy, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { table } from '../../../platform/data/tables.ts';

/** Identifies the state of each institution's data; written by `move_stamp()`. */
export const stamps = table('stamps', {
  isHistory: true,
  columns: { institutionId: uuid().says('nothing'), stamp: uuid().says('nothing') },
  primaryKey: ['institutionId'],
});

/** The institution's stamp: differs after each change of its data. Empty before the first change. */
export async function findStamp(db: Reader, { institutionId }: TenantActor): Promise<string> {
  return (await db.point(FIND, { institutionId }))?.stamp ?? '';
}

const FIND = findBy(stamps, ['institutionId'], ['stamp']);
