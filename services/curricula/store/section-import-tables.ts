import { statement } from '../../chassis/db/statement.ts';
import type { ModuleGroupValues, OrganizationTermValues, TagValues } from '../domain/section-values.ts';
import { type ColumnsOf, type ImportTable, insertText, lockText, REVISION, updateText } from './import-table.ts';

/** The tables of the sections whose records stand for themselves. */

const TERM_COLUMNS: ColumnsOf<OrganizationTermValues> = {
  name: 'text',
  code: 'text',
  termStart: 'timestamptz',
  termEnd: 'timestamptz',
  electionStart: 'timestamptz',
  electionEnd: 'timestamptz',
  reassessmentRegistrationStart: 'timestamptz',
  reassessmentRegistrationEnd: 'timestamptz',
};

export const ORGANIZATION_TERMS: ImportTable<OrganizationTermValues> = {
  columns: TERM_COLUMNS,
  isRevised: true,
  lock: statement('organization_terms_import_lock', lockText('organization_terms', TERM_COLUMNS)),
  insert: statement(
    'organization_terms_import_insert',
    insertText('organization_terms', { ...TERM_COLUMNS, ...REVISION }),
  ),
  update: statement(
    'organization_terms_import_update',
    updateText('organization_terms', { ...TERM_COLUMNS, ...REVISION }),
  ),
};

const GROUP_COLUMNS: ColumnsOf<ModuleGroupValues> = { name: 'text', code: 'text', color: 'text' };

export const MODULE_GROUPS: ImportTable<ModuleGroupValues> = {
  columns: GROUP_COLUMNS,
  isRevised: true,
  lock: statement('module_groups_import_lock', lockText('module_groups', GROUP_COLUMNS)),
  insert: statement('module_groups_import_insert', insertText('module_groups', { ...GROUP_COLUMNS, ...REVISION })),
  update: statement('module_groups_import_update', updateText('module_groups', { ...GROUP_COLUMNS, ...REVISION })),
};

const TAG_COLUMNS: ColumnsOf<TagValues> = { name: 'text', color: 'text', icon: 'text' };

export const TAGS: ImportTable<TagValues> = {
  columns: TAG_COLUMNS,
  isRevised: true,
  lock: statement('tags_import_lock', lockText('tags', TAG_COLUMNS)),
  insert: statement('tags_import_insert', insertText('tags', { ...TAG_COLUMNS, ...REVISION })),
  update: statement('tags_import_update', updateText('tags', { ...TAG_COLUMNS, ...REVISION })),
};
