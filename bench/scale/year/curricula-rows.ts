import { changedAt, madeAt, rowsOf, TODAY, type Year } from './rows-of-year.ts';
import type { YearSize } from './year-size.ts';

/** Items of a version, each with its own module version. */
const ITEMS = 600;
const TERMS = 8;
const PATHWAYS = 4;

/** The rows of curricula. One program in twenty is archived; only the large institution has versions with items. */
export function curriculaRows(year: Year, size: YearSize): readonly string[] {
  const versions = Math.ceil(size.curriculumItems / ITEMS);
  const modules = Math.ceil(size.curriculumItems / 10);
  const programs = size.programs;
  const now = `${TODAY}, ${TODAY}`;
  const of = (count: number) => rowsOf(year, 2 * count);
  const parts = (table: string, count: number, more: readonly [columns: string, values: string]) =>
    `INSERT INTO ${table} (institution_id, id, ref, curriculum_version_id, created_at, updated_at, ${more[0]})
     SELECT r.i, uid('${table}', r.m * ${count} + p), '${table}' || r.m || '-' || p, uid('version', r.m), ${now}, ${more[1]}
     FROM ${of(versions)}, generate_series(0, ${count - 1}) AS p WHERE r.n % 2 = 0`;
  return [
    `INSERT INTO course_modules (institution_id, id, ref, name, code, is_archived, created_at, updated_at)
     SELECT r.i, uid('module', r.m), 'm' || r.m, 'Module ' || r.m, 'M' || r.m, false, ${now} FROM ${of(modules)}`,
    `INSERT INTO module_versions (institution_id, id, ref, course_module_id, version, name, ects_points, status, is_default,
       early_assessment_enabled, is_currently_electable, course_chat_file_attachments_default, course_chat_read_only_default,
       examination_requirements, unit_amount, created_at, updated_at)
     SELECT r.i, uid('module version', r.m), 'mv' || r.m, uid('module', r.m), '1', 'Module ' || r.m, 5, 'ACTIVE', true, false, true, false, false,
       '[]', 0, ${now} FROM ${of(modules)}`,
    `INSERT INTO curricula (institution_id, id, ref, name, code, is_cohort_specific, is_archived, revision, created_at, updated_at)
     SELECT r.i, uid('curriculum', r.m), 'k' || r.m, 'Curriculum ' || r.m, 'K' || r.m, false, r.m % 20 = 19, uid('r', r.n), ${madeAt(year, 2 * programs)},
       ${changedAt(year, 2 * programs)}
     FROM ${of(programs)}`,
    `INSERT INTO curriculum_versions (institution_id, id, ref, curriculum_id, version, name, is_default, is_cohort_version, revision, created_at, updated_at)
     SELECT r.i, uid('version', r.m), 'v' || r.m, uid('curriculum', r.m), '1', 'First', true, false, uid('r', r.n), ${now}
     FROM ${of(versions)} WHERE r.n % 2 = 0`,
    parts('curriculum_terms', TERMS, ['position, name', `p, 'Term ' || p`]),
    parts('pathways', PATHWAYS, ['position, name, type', `p, 'Pathway ' || p, 'FIXED'`]),
    parts('curriculum_items', ITEMS, [
      'course_module_id, module_version_id, term_id, pathway_id, is_core_module',
      `uid('module', (r.m * ${ITEMS} + p) % ${modules}), uid('module version', (r.m * ${ITEMS} + p) % ${modules}),
       uid('curriculum_terms', r.m * ${TERMS} + p % ${TERMS}), uid('pathways', r.m * ${PATHWAYS} + p % ${PATHWAYS}), true`,
    ]),
    `INSERT INTO programs (institution_id, id, ref, name, code, code_key, has_cohorts, is_archived, default_version_id, revision, created_at, updated_at)
     SELECT r.i, uid('program', r.m), 'p' || r.m, 'Program ' || r.m, 'P' || r.m / 2, 'p' || r.m / 2, true, r.m % 20 = 0, uid('program version', r.m), uid('r', r.n),
       ${madeAt(year, 2 * programs)}, ${changedAt(year, 2 * programs)}
     FROM ${of(programs)}`,
    `INSERT INTO program_versions (institution_id, id, ref, study_program_id, name, revision, created_at, updated_at)
     SELECT r.i, uid('program version', r.m), 'pv' || r.m, uid('program', r.m), 'First', uid('r', r.n), ${now} FROM ${of(programs)}`,
    `INSERT INTO program_curricula (institution_id, study_program_id, curriculum_id, position)
     SELECT r.i, uid('program', r.m), uid('curriculum', r.m), 0 FROM ${of(programs)}`,
    `INSERT INTO program_responsible_users (institution_id, study_program_id, user_id)
     SELECT r.i, uid('program', r.m), uid('user', r.m % 100) FROM ${of(programs)}`,
    `INSERT INTO stamps SELECT DISTINCT institution_id, uid('stamp', 1) FROM programs ON CONFLICT DO NOTHING`,
  ];
}
