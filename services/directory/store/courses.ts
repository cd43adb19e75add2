import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  columnsBut,
  columnsOf,
  equalsUnlessNull,
  findBy,
  instant,
  listChangedRows,
  listRows,
  listRowsWithIds,
  plainText,
  type RowOf,
  sqlStatement,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { codeKey, optionalCodeKey } from '../../../platform/core/text-keys.ts';
import { type CourseLayer, CourseLayerSchema, CourseSchema } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { courses } from './tables.ts';

export type CourseRow = Pick<RowOf<typeof courses>, (typeof SHOWN)[number]>;
type LayerRow = Pick<RowOf<typeof courses>, (typeof OF_LAYER)[number]>;

export async function findCourse(db: Reader, actor: TenantActor, id: string): Promise<CourseRow | null> {
  return isUuid(id) ? db.point(BY_ID, { institutionId: actor.institutionId, id }) : null;
}

/** The courses with one of the layer ids or one of the course ids, in no order, each once. */
export async function findCoursesOfLayers(
  db: Reader,
  actor: TenantActor,
  layerIds: readonly string[],
  courseIds: readonly string[],
): Promise<LayerRow[]> {
  const layers = layerIds.filter(isUuid);
  const ids = courseIds.filter(isUuid);
  return layers.length + ids.length === 0
    ? []
    : db.rows(BY_LAYERS, { institutionId: actor.institutionId, layers, ids });
}

/** What courses of a list have; null for any. */
interface CourseFilters {
  /** Trimmed, in any case. */
  readonly code: string | null;
  readonly ids: readonly string[] | null;
  readonly isArchived: boolean | null;
  /** Instant text. */
  readonly updatedSince: string | null;
}

/** Courses after a position, in order of creation. */
export function listCourses(
  db: Reader,
  actor: TenantActor,
  after: Keyset,
  { code, ids, isArchived, updatedSince }: CourseFilters,
): Promise<CourseRow[]> {
  const from = { institutionId: actor.institutionId, ...after };
  if (ids !== null)
    return db.rows(LIST_WITH_IDS, {
      ...from,
      ids,
      codeKey: optionalCodeKey(code),
      isArchived,
      updatedSince: updatedSince ?? '-infinity',
    });
  if (code !== null)
    return db.rows(LIST_BY_CODE, {
      ...from,
      isArchived,
      updatedSince: updatedSince ?? '-infinity',
      codeKey: codeKey(code),
    });
  if (updatedSince !== null) return db.rows(LIST_UPDATED_SINCE, { ...from, isArchived, updatedSince });
  return isArchived === null ? db.rows(LIST, from) : db.rows(LIST_ARCHIVED_OR_NOT, { ...from, isArchived });
}

export const courseMessage = messageWriter(CourseSchema);

/** A layer has its course's name unless it was given its own (decisions 7.3). */
export function courseLayerMessage(course: LayerRow): CourseLayer {
  const name = course.layerName ?? course.name;
  return writeLayer({ id: course.layerId, name, course: courseOfLayerMessage(course) });
}

export const SHOWN = columnsBut(courses, 'institutionId', 'ref', 'codeKey');
const OF_LAYER = columnsBut(courses, 'institutionId', 'ref', 'codeKey', 'createdAt', 'updatedAt', 'revision');

const writeLayer = messageWriter(CourseLayerSchema);
const courseOfLayerMessage = messageWriter(CourseSchema, ['id', 'layerId', 'code', 'name', 'isArchived']);

const BY_ID = findBy(courses, ['institutionId', 'id'], SHOWN);

const BY_LAYERS = sqlStatement(courses, 'by_layers', {
  parameters: { institutionId: uuid(), layers: uuids(), ids: uuids() },
  result: typesOf(courses, OF_LAYER),
  text: ($) => `SELECT ${columnsOf(courses, 'c', OF_LAYER)} FROM courses c
   WHERE c.institution_id = ${$.institutionId} AND (c.layer_id = ANY(${$.layers}) OR c.id = ANY(${$.ids}))`,
});

const LIST = listRows(courses, 'list', { columns: SHOWN, order: 'createdAt' });

const LIST_ARCHIVED_OR_NOT = listRows(courses, 'list_archived_or_not', {
  columns: SHOWN,
  order: 'createdAt',
  parameters: { isArchived: boolean() },
  where: ($) => `t.is_archived = ${$.isArchived}`,
});

const LIST_UPDATED_SINCE = listChangedRows(courses, { columns: SHOWN, order: 'createdAt', filter: 'isArchived' });

const LIST_WITH_IDS = listRowsWithIds(courses, {
  columns: SHOWN,
  order: 'createdAt',
  parameters: { codeKey: plainText().nullable(), isArchived: boolean().nullable(), updatedSince: instant() },
  where: ($) =>
    `t.updated_at >= ${$.updatedSince} AND ${equalsUnlessNull('t.code_key', $.codeKey, 'text')}
       AND ${equalsUnlessNull('t.is_archived', $.isArchived, 'boolean')}`,
});

const LIST_BY_CODE = listRows(courses, 'list_by_code', {
  columns: SHOWN,
  order: 'createdAt',
  parameters: { codeKey: plainText(), isArchived: boolean().nullable(), updatedSince: instant() },
  where: ($) =>
    `t.code_key = ${$.codeKey} AND t.updated_at >= ${$.updatedSince}
       AND ${equalsUnlessNull('t.is_archived', $.isArchived, 'boolean')}`,
});
