import { boolean, double, instant, plainText, text, uuid } from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';

export const moduleClusters = table('module_clusters', {
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    curriculumVersionId: uuid(),
    name: text(),
    electiveBehavior: text(),
    electiveBehaviorAmount: double().nullable(),
    rule: text().nullable(),
    ruleAmount: double().nullable(),
    unlockAfterCp: double().nullable(),
    electAtOnce: boolean(),
    overflowClusterId: uuid().nullable(),
    isReElectable: boolean(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const curriculumItems = table('curriculum_items', {
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    curriculumVersionId: uuid(),
    courseModuleId: uuid(),
    moduleVersionId: uuid().nullable(),
    termId: uuid().nullable(),
    moduleClusterId: uuid().nullable(),
    pathwayId: uuid().nullable(),
    parentId: uuid().nullable(),
    isCoreModule: boolean(),
    moduleGroupId: uuid().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
});
