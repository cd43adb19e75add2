import { boolean, double, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';

export const moduleClusters = table('module_clusters', {
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    curriculumVersionId: uuid().says('nothing'),
    name: text().says('nothing'),
    electiveBehavior: text().says('nothing'),
    electiveBehaviorAmount: double().says('nothing').nullable(),
    rule: text().says('nothing').nullable(),
    ruleAmount: double().says('nothing').nullable(),
    unlockAfterCp: double().says('nothing').nullable(),
    electAtOnce: boolean().says('nothing'),
    overflowClusterId: uuid().says('nothing').nullable(),
    isReElectable: boolean().says('nothing'),
    ...dated,
  },
  unique: {
    module_clusters_ref: ['institutionId', 'ref'],
    module_clusters_of_version: ['institutionId', 'curriculumVersionId', 'id'],
  },
  checks: { module_clusters_two: 'overflow_cluster_id <> id' },
  references: {
    module_clusters_version: { columns: ['institutionId', 'curriculumVersionId'], to: 'curriculum_versions' },
    module_clusters_overflow: {
      columns: ['institutionId', 'curriculumVersionId', 'overflowClusterId'],
      to: 'module_clusters',
      keys: ['institutionId', 'curriculumVersionId', 'id'],
      isDeferred: true,
    },
  },
});

export const curriculumItems = table('curriculum_items', {
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    curriculumVersionId: uuid().says('nothing'),
    courseModuleId: uuid().says('nothing'),
    moduleVersionId: uuid().says('nothing').nullable(),
    termId: uuid().says('nothing').nullable(),
    moduleClusterId: uuid().says('nothing').nullable(),
    pathwayId: uuid().says('nothing').nullable(),
    parentId: uuid().says('nothing').nullable(),
    isCoreModule: boolean().says('nothing'),
    moduleGroupId: uuid().says('nothing').nullable(),
    ...dated,
  },
  unique: {
    curriculum_items_ref: ['institutionId', 'ref'],
    curriculum_items_of_version: ['institutionId', 'curriculumVersionId', 'id'],
  },
  checks: { curriculum_items_two: 'parent_id <> id' },
  references: {
    curriculum_items_version: { columns: ['institutionId', 'curriculumVersionId'], to: 'curriculum_versions' },
    curriculum_items_module: { columns: ['institutionId', 'courseModuleId'], to: 'course_modules' },
    curriculum_items_module_version: {
      columns: ['institutionId', 'courseModuleId', 'moduleVersionId'],
      to: 'module_versions',
      keys: ['institutionId', 'courseModuleId', 'id'],
      isDeferred: true,
    },
    curriculum_items_term: {
      columns: ['institutionId', 'curriculumVersionId', 'termId'],
      to: 'curriculum_terms',
      keys: ['institutionId', 'curriculumVersionId', 'id'],
      isDeferred: true,
    },
    curriculum_items_cluster: {
      columns: ['institutionId', 'curriculumVersionId', 'moduleClusterId'],
      to: 'module_clusters',
      keys: ['institutionId', 'curriculumVersionId', 'id'],
      isDeferred: true,
    },
    curriculum_items_pathway: {
      columns: ['institutionId', 'curriculumVersionId', 'pathwayId'],
      to: 'pathways',
      keys: ['institutionId', 'curriculumVersionId', 'id'],
      isDeferred: true,
    },
    curriculum_items_parent: {
      columns: ['institutionId', 'curriculumVersionId', 'parentId'],
      to: 'curriculum_items',
      keys: ['institutionId', 'curriculumVersionId', 'id'],
      isDeferred: true,
    },
    curriculum_items_group: { columns: ['institutionId', 'moduleGroupId'], to: 'module_groups' },
  },
});
