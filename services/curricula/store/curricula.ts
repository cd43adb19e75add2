import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  filteredList,
  integer,
  type ResultOf,
  sqlPointRead,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { CurriculumSchema } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { curricula } from './curriculum-tables.ts';

const STATE = columnsBut(curricula, 'institutionId', 'ref');

export const CURRICULUM = { ...typesOf(curricula, STATE), versionsCount: integer() };
export type CurriculumRow = ResultOf<typeof CURRICULUM>;

/** The columns of {@link CURRICULUM}, of a table `curricula c`. */
export const CURRICULUM_COLUMNS = `${columnsOf(curricula, 'c', STATE)},
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS "versionsCount"`;

/** The curriculum; null if the institution has none with this id. */
export async function findCurriculum(db: Reader, actor: TenantActor, id: string): Promise<CurriculumRow | null> {
  return isUuid(id) ? db.point(BY_ID, { institutionId: actor.institutionId, id }) : null;
}

/** One more than the page holds, in order of creation. A filter that is null is met by all. */
export function listCurricula(
  db: Reader,
  actor: TenantActor,
  after: Keyset,
  filters: Parameters<typeof LIST>[2],
): Promise<CurriculumRow[]> {
  return LIST(db, { institutionId: actor.institutionId, ...after }, filters);
}

export const curriculumMessage = messageWriter(CurriculumSchema);

const BY_ID = sqlPointRead(curricula, 'by_id', {
  key: { institutionId: uuid(), id: uuid() },
  result: CURRICULUM,
  text: `SELECT ${CURRICULUM_COLUMNS} FROM curricula c
   WHERE c.institution_id = k.institution_id AND c.id = k.id`,
});

const LIST = filteredList(curricula, {
  alias: 'c',
  columns: CURRICULUM_COLUMNS,
  result: CURRICULUM,
  order: 'createdAt',
  filters: ['ids', 'isArchived'],
});
