import type { Course, CourseLayer } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { pointRead, type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';

export interface CourseRow {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly layer_id: string;
  readonly layer_name: string | null;
  readonly is_archived: boolean;
  readonly revision: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const COLUMNS = 'c.id, c.code, c.name, c.layer_id, c.layer_name, c.is_archived, c.revision, c.created_at, c.updated_at';

export async function findCourse(db: Reader, actor: TenantActor, id: string): Promise<CourseRow | null> {
  return isUuid(id) ? db.point(BY_ID, [actor.institutionId, id]) : null;
}

/** The courses that have one of the layers, or are one of the courses, in no order, each once. */
export async function findCoursesOfLayers(
  db: Reader,
  actor: TenantActor,
  layerIds: readonly string[],
  courseIds: readonly string[],
): Promise<CourseRow[]> {
  const layers = layerIds.filter(isUuid);
  const courses = courseIds.filter(isUuid);
  return layers.length + courses.length === 0 ? [] : db.rows(BY_LAYERS, [actor.institutionId, layers, courses]);
}

/** Courses behind a position, by creation. The code is exact; null means any. */
export function listCourses(
  db: Reader,
  actor: TenantActor,
  after: Keyset,
  { code, updatedSince }: { code: string | null; updatedSince: string | null },
): Promise<CourseRow[]> {
  const from = [actor.institutionId, after.sort, after.id, after.limit];
  if (code !== null) return db.rows(LIST_BY_CODE, [...from, updatedSince ?? '-infinity', code]);
  return updatedSince === null ? db.rows(LIST, from) : db.rows(LIST_UPDATED_SINCE, [...from, updatedSince]);
}

export function courseMessage(course: CourseRow): Course {
  return {
    $typeName: 'lyceum.directory.v1.Course',
    id: course.id,
    layerId: course.layer_id,
    code: course.code ?? undefined,
    name: course.name,
    isArchived: course.is_archived,
    createdAt: course.created_at,
    updatedAt: course.updated_at,
    revision: course.revision,
  };
}

/** A layer bears its course's name unless it was given one (decisions 7.3). */
export function courseLayerMessage(course: CourseRow): CourseLayer {
  return {
    $typeName: 'lyceum.directory.v1.CourseLayer',
    id: course.layer_id,
    name: course.layer_name ?? course.name,
    course: courseMessage(course),
  };
}

const BY_ID = pointRead<CourseRow>(
  'courses_by_id',
  `SELECT k.n, ${COLUMNS}
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN courses c ON c.institution_id = k.institution_id AND c.id = k.id`,
);

const BY_LAYERS = statement(
  'courses_by_layers',
  `SELECT ${COLUMNS} FROM courses c
   WHERE c.institution_id = $1 AND (c.layer_id = ANY($2::uuid[]) OR c.id = ANY($3::uuid[]))`,
);

const LIST = statement(
  'courses_list',
  `SELECT ${COLUMNS} FROM courses c
   WHERE c.institution_id = $1 AND (c.created_at, c.id) > ($2, $3)
   ORDER BY c.created_at, c.id LIMIT $4`,
);

/** As the list of users: keys from the index alone. */
const LIST_UPDATED_SINCE = statement(
  'courses_list_updated_since',
  `SELECT ${COLUMNS}
   FROM (SELECT created_at, id FROM courses
         WHERE institution_id = $1 AND (created_at, id) > ($2, $3) AND updated_at >= $5
         ORDER BY created_at, id LIMIT $4) page
   JOIN courses c ON c.institution_id = $1 AND c.id = page.id
   ORDER BY page.created_at, page.id`,
);

const LIST_BY_CODE = statement(
  'courses_list_by_code',
  `SELECT ${COLUMNS} FROM courses c
   WHERE c.institution_id = $1 AND c.code = $6 AND (c.created_at, c.id) > ($2, $3) AND c.updated_at >= $5
   ORDER BY c.created_at, c.id LIMIT $4`,
);
