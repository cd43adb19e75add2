import type { TenantActor } from '../../chassis/actor.ts';
import { statement, type Tx } from '../../chassis/db/statement.ts';
import type { Entry, Stored } from '../../chassis/import/match-by-ref.ts';
import { writeRows } from '../../chassis/import/write-rows.ts';

/** What a bundle says of a course, by the names of the columns that keep it. */
export interface CourseValues {
  readonly ref: string;
  readonly code: string | null;
  readonly name: string;
  readonly layer_name: string | null;
}

/** A course of a batch, with the layer that it has or gets. */
export type CourseEntry = Entry<CourseValues> & { readonly layerId: string };

export type StoredCourse = Stored<CourseValues> & { readonly layer_id: string };

/** The courses of those refs, locked until the transaction ends. */
export function lockCoursesByRef(tx: Tx, actor: TenantActor, refs: readonly string[]): Promise<StoredCourse[]> {
  return tx.rows(BY_REF, [actor.institutionId, refs]);
}

/** Writes what an import changes: two statements at most. @param at instant text */
export function writeCourseImport(
  tx: Tx,
  actor: TenantActor,
  entries: readonly CourseEntry[],
  { at, newId }: { at: string; newId(): string },
): void {
  const rowOf = ({ id, layerId, values: { ref, code, name, layer_name } }: CourseEntry) => [
    id,
    ref,
    code,
    name,
    layerId,
    layer_name,
    newId(),
  ];
  writeRows(tx, actor, at, UPDATE, entries.filter(({ change }) => change === 'update').map(rowOf));
  writeRows(tx, actor, at, INSERT, entries.filter(({ change }) => change === 'create').map(rowOf));
}

const BY_REF = statement(
  'courses_import_lock',
  `SELECT id, ref, code, name, layer_name, layer_id FROM courses
   WHERE institution_id = $1 AND ref = ANY($2::text[]) FOR UPDATE`,
);

const VALUES =
  'unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::uuid[]) AS v(id, ref, code, name, layer_id, layer_name, revision)';

const INSERT = statement(
  'courses_import_insert',
  `INSERT INTO courses (institution_id, created_at, updated_at, is_archived, id, ref, code, name, layer_id, layer_name, revision)
   SELECT $1, $2, $2, false, v.* FROM ${VALUES}`,
);

const UPDATE = statement(
  'courses_import_update',
  `UPDATE courses c SET updated_at = $2, code = v.code, name = v.name, layer_name = v.layer_name, revision = v.revision
   FROM ${VALUES} WHERE c.institution_id = $1 AND c.id = v.id`,
);
