import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Entry } from '../../../platform/core/import/match-by-ref.ts';
import { importTable, type Writing, writeEntries } from '../../../platform/data/import-table.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import { courses } from './tables.ts';

/** The values of a course in a bundle. */
export interface CourseValues {
  readonly ref: string;
  readonly code: string | null;
  readonly name: string;
  readonly layerName: string | null;
}

/** A course of a batch, with its existing or new layer. */
export type CourseEntry = Entry<CourseValues> & { readonly layerId: string };

export const COURSES = importTable(courses, { keep: ['layerId', 'isArchived'] });

/** Writes an import's changes in at most two statements. */
export function writeCourseImport(tx: Tx, actor: TenantActor, entries: readonly CourseEntry[], writing: Writing): void {
  writeEntries(tx, actor, COURSES, entries, writing, ({ values, layerId }) => ({
    ...values,
    layerId,
    isArchived: false,
  }));
}
