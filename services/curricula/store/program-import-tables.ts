import { statement } from '../../chassis/db/statement.ts';
import type { CohortValues, DefaultVersion, ProgramValues, ProgramVersionValues } from '../domain/program-values.ts';
import { type ColumnsOf, type ImportTable, insertText, lockText, REVISION, updateText } from './import-table.ts';

/** The tables of programs, their versions and cohorts. */

const PROGRAM_COLUMNS: ColumnsOf<ProgramValues & DefaultVersion> = {
  name: 'text',
  code: 'text',
  objective: 'text',
  defaultStudyTime: 'integer',
  hasCohorts: 'boolean',
  type: 'text',
  isArchived: 'boolean',
  defaultVersionId: 'uuid',
};

export const PROGRAMS: ImportTable<ProgramValues & DefaultVersion> = {
  columns: PROGRAM_COLUMNS,
  isRevised: true,
  lock: statement('programs_import_lock', lockText('programs', PROGRAM_COLUMNS)),
  insert: statement('programs_import_insert', insertText('programs', { ...PROGRAM_COLUMNS, ...REVISION })),
  update: statement('programs_import_update', updateText('programs', { ...PROGRAM_COLUMNS, ...REVISION })),
};

/** What a version's own columns keep: which one is the default is its program's to say. */
type VersionColumns = Omit<ProgramVersionValues, 'is_default'>;

const VERSION_COLUMNS: ColumnsOf<VersionColumns> = { studyProgramId: 'uuid', name: 'text' };

export const PROGRAM_VERSIONS: ImportTable<VersionColumns> = {
  columns: VERSION_COLUMNS,
  isRevised: true,
  lock: statement(
    'program_versions_import_lock',
    `SELECT v.id, v.ref, v.study_program_id, v.name, v.id = p.default_version_id AS is_default
     FROM program_versions v JOIN programs p ON p.institution_id = v.institution_id AND p.id = v.study_program_id
     WHERE v.institution_id = $1 AND v.ref = ANY($2::text[]) FOR NO KEY UPDATE OF v`,
  ),
  insert: statement(
    'program_versions_import_insert',
    insertText('program_versions', { ...VERSION_COLUMNS, ...REVISION }),
  ),
  update: statement(
    'program_versions_import_update',
    updateText('program_versions', { ...VERSION_COLUMNS, ...REVISION }),
  ),
};

const COHORT_COLUMNS: ColumnsOf<CohortValues> = {
  studyProgramVersionId: 'uuid',
  name: 'text',
  startDate: 'timestamptz',
  endDate: 'timestamptz',
  curriculumVersionId: 'uuid',
  originalCurriculumVersionId: 'uuid',
  isArchived: 'boolean',
  hasDisconnectedFromCurricula: 'boolean',
};

export const COHORTS: ImportTable<CohortValues> = {
  columns: COHORT_COLUMNS,
  isRevised: true,
  lock: statement(
    'cohorts_import_lock',
    `SELECT h.id, h.ref, ${Object.keys(COHORT_COLUMNS)
      .map((name) => `h.${name}`)
      .join(', ')}, v.study_program_id
     FROM cohorts h JOIN program_versions v ON v.institution_id = h.institution_id AND v.id = h.study_program_version_id
     WHERE h.institution_id = $1 AND h.ref = ANY($2::text[]) FOR NO KEY UPDATE OF h`,
  ),
  insert: statement('cohorts_import_insert', insertText('cohorts', { ...COHORT_COLUMNS, ...REVISION })),
  update: statement('cohorts_import_update', updateText('cohorts', { ...COHORT_COLUMNS, ...REVISION })),
};
