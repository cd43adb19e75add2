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
  isCohortSpecific: 'boolean',
  isArchived: 'boolean',
};

export const CURRICULA: ImportTable<CurriculumValues> = {
  columns: CURRICULUM_COLUMNS,
  isRevised: true,
  lock: statement('curricula_import_lock', lockText('curricula', CURRICULUM_COLUMNS)),
  insert: statement('curricula_import_insert', insertText('curricula', { ...CURRICULUM_COLUMNS, ...REVISION })),
  update: statement('curricula_import_update', updateText('curricula', { ...CURRICULUM_COLUMNS, ...REVISION })),
};

const VERSION_COLUMNS: ColumnsOf<CurriculumVersionValues> = {
  curriculumId: 'uuid',
  version: 'text',
  name: 'text',
  isDefault: 'boolean',
  electionMode: 'text',
  electionStartWeeks: 'integer',
  electionEndWeeks: 'integer',
  isCohortVersion: 'boolean',
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

const TERM_COLUMNS: ColumnsOf<TermValues> = { curriculumVersionId: 'uuid', position: 'integer', name: 'text' };

export const TERMS: ImportTable<TermValues> = {
  columns: TERM_COLUMNS,
  isRevised: false,
  lock: statement('curriculum_terms_import_lock', lockText('curriculum_terms', TERM_COLUMNS)),
  insert: statement('curriculum_terms_import_insert', insertText('curriculum_terms', TERM_COLUMNS)),
  update: statement('curriculum_terms_import_update', updateText('curriculum_terms', TERM_COLUMNS)),
};

const PATHWAY_COLUMNS: ColumnsOf<PathwayValues> = {
  curriculumVersionId: 'uuid',
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
  curriculumVersionId: 'uuid',
  name: 'text',
  electiveBehavior: 'text',
  electiveBehaviorAmount: 'double precision',
  rule: 'text',
  ruleAmount: 'double precision',
  unlockAfterCp: 'double precision',
  electAtOnce: 'boolean',
  overflowClusterId: 'uuid',
  isReElectable: 'boolean',
};

export const CLUSTERS: ImportTable<ClusterValues> = {
  columns: CLUSTER_COLUMNS,
  isRevised: false,
  lock: statement('module_clusters_import_lock', lockText('module_clusters', CLUSTER_COLUMNS)),
  insert: statement('module_clusters_import_insert', insertText('module_clusters', CLUSTER_COLUMNS)),
  update: statement('module_clusters_import_update', updateText('module_clusters', CLUSTER_COLUMNS)),
};

const ITEM_COLUMNS: ColumnsOf<ItemValues> = {
  curriculumVersionId: 'uuid',
  courseModuleId: 'uuid',
  moduleVersionId: 'uuid',
  termId: 'uuid',
  moduleClusterId: 'uuid',
  pathwayId: 'uuid',
  parentId: 'uuid',
  isCoreModule: 'boolean',
  moduleGroupId: 'uuid',
};

export const ITEMS: ImportTable<ItemValues> = {
  columns: ITEM_COLUMNS,
  isRevised: false,
  lock: statement('curriculum_items_import_lock', lockText('curriculum_items', ITEM_COLUMNS)),
  insert: statement('curriculum_items_import_insert', insertText('curriculum_items', ITEM_COLUMNS)),
  update: statement('curriculum_items_import_update', updateText('curriculum_items', ITEM_COLUMNS)),
};
