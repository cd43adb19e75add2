import { boolean, double, instant, plainText, text, uuid } from '../../chassis/db/schema/column.ts';
import { table } from '../../chassis/db/schema/table.ts';

export const moduleClusters = table('module_clusters', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    curriculum_version_id: uuid(),
    name: text(),
    elective_behavior: text(),
    elective_behavior_amount: double().nullable(),
    rule: text().nullable(),
    rule_amount: double().nullable(),
    unlock_after_cp: double().nullable(),
    elect_at_once: boolean(),
    overflow_cluster_id: uuid().nullable(),
    is_re_electable: boolean(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    { name: 'module_clusters_of_version', columns: ['institution_id', 'curriculum_version_id', 'id'] },
    { name: 'module_clusters_ref', columns: ['institution_id', 'ref'] },
  ],
  checks: [{ name: 'module_clusters_two', expression: 'overflow_cluster_id <> id' }],
  references: [
    {
      name: 'module_clusters_overflow',
      columns: ['institution_id', 'curriculum_version_id', 'overflow_cluster_id'],
      to: 'module_clusters',
      toColumns: ['institution_id', 'curriculum_version_id', 'id'],
      isDeferred: true,
    },
    {
      name: 'module_clusters_version',
      columns: ['institution_id', 'curriculum_version_id'],
      to: 'curriculum_versions',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const curriculumItems = table('curriculum_items', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    curriculum_version_id: uuid(),
    course_module_id: uuid(),
    module_version_id: uuid().nullable(),
    term_id: uuid().nullable(),
    module_cluster_id: uuid().nullable(),
    pathway_id: uuid().nullable(),
    parent_id: uuid().nullable(),
    is_core_module: boolean(),
    module_group_id: uuid().nullable(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    { name: 'curriculum_items_of_version', columns: ['institution_id', 'curriculum_version_id', 'id'] },
    { name: 'curriculum_items_ref', columns: ['institution_id', 'ref'] },
  ],
  checks: [{ name: 'curriculum_items_two', expression: 'parent_id <> id' }],
  references: [
    {
      name: 'curriculum_items_cluster',
      columns: ['institution_id', 'curriculum_version_id', 'module_cluster_id'],
      to: 'module_clusters',
      toColumns: ['institution_id', 'curriculum_version_id', 'id'],
      isDeferred: true,
    },
    {
      name: 'curriculum_items_group',
      columns: ['institution_id', 'module_group_id'],
      to: 'module_groups',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'curriculum_items_module',
      columns: ['institution_id', 'course_module_id'],
      to: 'course_modules',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'curriculum_items_module_version',
      columns: ['institution_id', 'course_module_id', 'module_version_id'],
      to: 'module_versions',
      toColumns: ['institution_id', 'course_module_id', 'id'],
      isDeferred: true,
    },
    {
      name: 'curriculum_items_parent',
      columns: ['institution_id', 'curriculum_version_id', 'parent_id'],
      to: 'curriculum_items',
      toColumns: ['institution_id', 'curriculum_version_id', 'id'],
      isDeferred: true,
    },
    {
      name: 'curriculum_items_pathway',
      columns: ['institution_id', 'curriculum_version_id', 'pathway_id'],
      to: 'pathways',
      toColumns: ['institution_id', 'curriculum_version_id', 'id'],
      isDeferred: true,
    },
    {
      name: 'curriculum_items_term',
      columns: ['institution_id', 'curriculum_version_id', 'term_id'],
      to: 'curriculum_terms',
      toColumns: ['institution_id', 'curriculum_version_id', 'id'],
      isDeferred: true,
    },
    {
      name: 'curriculum_items_version',
      columns: ['institution_id', 'curriculum_version_id'],
      to: 'curriculum_versions',
      toColumns: ['institution_id', 'id'],
    },
  ],
});
