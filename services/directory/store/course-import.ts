import type { TenantActor } from '../../chassis/actor.ts';
import type { Tx } from '../../chassis/db/statement.ts';
import { importTable, type Writing, writeEntries } from '../../chassis/import/import-table.ts';
import type { Entry } from '../../chassis/import/match-by-ref.ts';
import { courses } from './tables.ts';

/** What a bundle says of a course. */
export interface CourseValues {
  readonly ref: string;
  readonly code: string | null;
  readonly name: string;
  readonly layerName: string | null;
}

/** A course of a batch, with the layer that it has or gets. */
export type CourseEntry = Entry<CourseValues> & { readonly layerId: string };

export const COURSES = importTable(courses, { keep: ['layerId', 'isArchived'] });

/** Writes what an import changes: two statements at most. */
export function writeCourseImport(tx: Tx, actor: TenantActor, entries: readonly CourseEntry[], writing: Writing): void {
  writeEntries(tx, actor, COURSES, entries, writing, ({ values, layerId }) => ({
    ...values,
    layerId,
    isArchived: false,
  }));
}
