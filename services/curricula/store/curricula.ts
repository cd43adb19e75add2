import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  columnsBut,
  columnsOf,
  equalsUnlessNull,
  instant,
  integer,
  type Placeholders,
  type ResultOf,
  rowsWithIds,
  sqlPointRead,
  sqlStatement,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { POSITION, WITH_IDS } from '../../../platform/data/tables.ts';
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
  { ids, isArchived }: { readonly ids: readonly string[] | null; readonly isArchived: boolean | null },
): Promise<CurriculumRow[]> {
  const from = { institutionId: actor.institutionId, ...after };
  if (ids !== null) return db.rows(LIST_WITH_IDS, { ...from, ids, isArchived });
  return isArchived === null ? db.rows(LIST, from) : db.rows(LIST_ARCHIVED_OR_NOT, { ...from, isArchived });
}

export const curriculumMessage = messageWriter(CurriculumSchema);

const BY_ID = sqlPointRead(curricula, 'by_id', {
  key: { institutionId: uuid(), id: uuid() },
  result: CURRICULUM,
  text: `SELECT ${CURRICULUM_COLUMNS} FROM curricula c
   WHERE c.institution_id = k.institution_id AND c.id = k.id`,
});

const FROM = { ...POSITION, sort: instant() };

const page = ($: Placeholders<typeof FROM>, where = '') => `SELECT ${CURRICULUM_COLUMNS} FROM curricula c
   WHERE c.institution_id = ${$.institutionId}${where} AND (c.created_at, c.id) > (${$.sort}, ${$.id})
   ORDER BY c.created_at, c.id LIMIT ${$.limit}`;

const LIST = sqlStatement(curricula, 'list', { parameters: FROM, result: CURRICULUM, text: (from) => page(from) });

const LIST_ARCHIVED_OR_NOT = sqlStatement(curricula, 'list_archived_or_not', {
  parameters: { ...FROM, isArchived: boolean() },
  result: CURRICULUM,
  text: ({ isArchived, ...from }) => page(from, ` AND c.is_archived = ${isArchived}`),
});

const LIST_WITH_IDS = sqlStatement(curricula, 'list_with_ids', {
  parameters: { ...WITH_IDS, sort: instant(), isArchived: boolean().nullable() },
  result: CURRICULUM,
  text: ($) => `SELECT ${CURRICULUM_COLUMNS} FROM ${rowsWithIds(curricula, $)} c
   WHERE (c.created_at, c.id) > (${$.sort}, ${$.id}) AND ${equalsUnlessNull('c.is_archived', $.isArchived, 'boolean')}
   ORDER BY c.created_at, c.id LIMIT ${$.limit}`,
});
