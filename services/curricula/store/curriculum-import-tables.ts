import { statement } from '../../chassis/db/statement.ts';
import type {
  ClusterValues,
  CurriculumValues,
  CurriculumVersionValues,
  ItemValues,
  PathwayValues,
  TermValues,
} from '../domain/curriculum-values.ts';
import { type ColumnsOf, type ImportTable, insertText, lockText, REVISION, updateText } from './import-table.ts';

/** The tables of curricula, their versions, and the parts of these. */

const CURRICULUM_COLUMNS: ColumnsOf<CurriculumValues> = {
  name: 'text',
  code: 'text',
  is_cohort_specific: 'boolean',
  is_archived: 'boolean',
};

export const CURRICULA: ImportTable<CurriculumValues> = {
  columns: CURRICULUM_COLUMNS,
  isRevised: true,
  lock: statement('curricula_import_lock', lockText('curricula', CURRICULUM_COLUMNS)),
  insert: statement('curricula_import_insert', insertText('curricula', { ...CURRICULUM_COLUMNS, ...REVISION })),
  update: statement('curricula_import_update', updateText('curricula', { ...CURRICULUM_COLUMNS, ...REVISION })),
};

const VERSION_COLUMNS: ColumnsOf<CurriculumVersionValues> = {
  curriculum_id: 'uuid',
  version: 'text',
  name: 'text',
  is_default: 'boolean',
  election_mode: 'text',
  election_start_weeks: 'integer',
  election_end_weeks: 'integer',
  is_cohort_version: 'boolean',
};

export const CURRICULUM_VERSIONS: ImportTable<CurriculumVersionValues> = {
  columns: VERSION_COLUMNS,
  isRevised: true,
  lock: statement('curriculum_versions_import_lock', lockText('curriculum_versions', VERSION_COLUMNS)),
  insert: statement(
    'curriculum_versions_import_insert',
    insertText('curriculum_versions', { ...VERSION_COLUMNS, ...REVISION }),
  ),
  update: statement(
    'curriculum_versions_import_update',
    updateText('curriculum_versions', { ...VERSION_COLUMNS, ...REVISION }),
  ),
};

const TERM_COLUMNS: ColumnsOf<TermValues> = { curriculum_version_id: 'uuid', position: 'integer', name: 'text' };

export const TERMS: ImportTable<TermValues> = {
  columns: TERM_COLUMNS,
  isRevised: false,
  lock: statement('curriculum_terms_import_lock', lockText('curriculum_terms', TERM_COLUMNS)),
  insert: statement('curriculum_terms_import_insert', insertText('curriculum_terms', TERM_COLUMNS)),
  update: statement('curriculum_terms_import_update', updateText('curriculum_terms', TERM_COLUMNS)),
};

const PATHWAY_COLUMNS: ColumnsOf<PathwayValues> = {
  curriculum_version_id: 'uuid',
  position: 'integer',
  name: 'text',
  type: 'text',
  description: 'text',
};

export const PATHWAYS: ImportTable<PathwayValues> = {
  columns: PATHWAY_COLUMNS,
  isRevised: true,
  lock: statement('pathways_import_lock', lockText('pathways', PATHWAY_COLUMNS)),
  insert: statement('pathways_import_insert', insertText('pathways', { ...PATHWAY_COLUMNS, ...REVISION })),
  update: statement('pathways_import_update', updateText('pathways', { ...PATHWAY_COLUMNS, ...REVISION })),
};

const CLUSTER_COLUMNS: ColumnsOf<ClusterValues> = {
  curriculum_version_id: 'uuid',
  name: 'text',
  elective_behavior: 'text',
  elective_behavior_amount: 'double precision',
  rule: 'text',
  rule_amount: 'double precision',
  unlock_after_cp: 'double precision',
  elect_at_once: 'boolean',
  overflow_cluster_id: 'uuid',
  is_re_electable: 'boolean',
};

export const CLUSTERS: ImportTable<ClusterValues> = {
  columns: CLUSTER_COLUMNS,
  isRevised: false,
  lock: statement('module_clusters_import_lock', lockText('module_clusters', CLUSTER_COLUMNS)),
  insert: statement('module_clusters_import_insert', insertText('module_clusters', CLUSTER_COLUMNS)),
  update: statement('module_clusters_import_update', updateText('module_clusters', CLUSTER_COLUMNS)),
};

const ITEM_COLUMNS: ColumnsOf<ItemValues> = {
  curriculum_version_id: 'uuid',
  course_module_id: 'uuid',
  module_version_id: 'uuid',
  term_id: 'uuid',
  module_cluster_id: 'uuid',
  pathway_id: 'uuid',
  parent_id: 'uuid',
  is_core_module: 'boolean',
  module_group_id: 'uuid',
};

export const ITEMS: ImportTable<ItemValues> = {
  columns: ITEM_COLUMNS,
  isRevised: false,
  lock: statement('curriculum_items_import_lock', lockText('curriculum_items', ITEM_COLUMNS)),
  insert: statement('curriculum_items_import_insert', insertText('curriculum_items', ITEM_COLUMNS)),
  update: statement('curriculum_items_import_update', updateText('curriculum_items', ITEM_COLUMNS)),
};
