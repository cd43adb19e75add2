import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  contains,
  type FoundPage,
  filteredList,
  findBy,
  type RowOf,
  searchedList,
  sqlStatement,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { optionalCodeKey } from '../../../platform/core/text-keys.ts';
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

type CourseFilters = Omit<Parameters<typeof LIST>[2], 'codeKey'> & { readonly code: string | null };

/** Courses after a position, in order of creation. @param filters.code trimmed, in any case */
export function listCourses(
  db: Reader,
  { institutionId }: TenantActor,
  after: Keyset,
  { code, ...filters }: CourseFilters,
): Promise<CourseRow[]> {
  return LIST(db, { institutionId, ...after }, { ...filters, codeKey: optionalCodeKey(code) });
}

/** Those of them whose name or code contains a text. */
export function findCourses(
  db: Reader,
  { institutionId }: TenantActor,
  after: Keyset,
  { code, ...filters }: CourseFilters,
  searched: string,
): Promise<FoundPage<CourseRow>> {
  return SEARCH(db, { institutionId, ...after }, { ...filters, codeKey: optionalCodeKey(code) }, searched);
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

const PAGES = {
  alias: 't',
  columns: columnsOf(courses, 't', SHOWN),
  result: typesOf(courses, SHOWN),
  order: 'createdAt',
  filters: ['ids', 'codeKey', 'updatedSince', 'isArchived'],
} as const;

const LIST = filteredList(courses, PAGES);
const SEARCH = searchedList(
  courses,
  PAGES,
  (row, pattern) => `${contains(`${row}.name`, pattern)} OR ${contains(`${row}.code`, pattern)}`,
);
