import { boolean, double, instant, integer, json, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';
import type { ExaminationRequirement, TimePlanItem, Translations } from '../domain/module-values.ts';

export const organizationTerms = table('organization_terms', {
  audited: { resource: 'organization_term' },
  columns: {
    ...identified,
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    termStart: instant(),
    termEnd: instant(),
    electionStart: instant().nullable(),
    electionEnd: instant().nullable(),
    reassessmentRegistrationStart: instant().nullable(),
    reassessmentRegistrationEnd: instant().nullable(),
    ...dated,
    revision: uuid().default('gen_random_uuid()'),
  },
  unique: { organization_terms_ref: ['institutionId', 'ref'] },
});

export const moduleGroups = table('module_groups', {
  audited: { resource: 'module_group' },
  columns: {
    ...identified,
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    color: text().nullable(),
    ...dated,
    revision: uuid().default('gen_random_uuid()'),
  },
  unique: { module_groups_ref: ['institutionId', 'ref'] },
});

export const tags = table('tags', {
  audited: { resource: 'tag' },
  columns: {
    ...identified,
    ref: plainText(),
    name: plainText(),
    color: text().nullable(),
    icon: text().nullable(),
    ...dated,
    revision: uuid().default('gen_random_uuid()'),
  },
  unique: { tags_ref: ['institutionId', 'ref'] },
});

export const courseModules = table('course_modules', {
  audited: { resource: 'course_module' },
  columns: {
    ...identified,
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    isArchived: boolean(),
    nameTranslations: json<Translations>().nullable(),
    ...dated,
    revision: uuid().default('gen_random_uuid()'),
  },
  unique: { course_modules_ref: ['institutionId', 'ref'] },
});

export const courseModuleTags = table('course_module_tags', {
  audited: { resource: 'course_module_tag' },
  columns: {
    ...identified,
    courseModuleId: uuid(),
    tagId: uuid(),
    revision: uuid().default('gen_random_uuid()'),
  },
  unique: { course_module_tags_once: ['institutionId', 'courseModuleId', 'tagId'] },
  references: {
    course_module_tags_module: { columns: ['institutionId', 'courseModuleId'], to: 'course_modules' },
    course_module_tags_tag: { columns: ['institutionId', 'tagId'], to: 'tags' },
  },
});

export const moduleVersions = table('module_versions', {
  audited: { resource: 'module_version' },
  columns: {
    ...identified,
    ref: plainText(),
    courseModuleId: uuid(),
    version: text(),
    name: text(),
    ectsPoints: integer().check('ects_points >= 0'),
    status: text(),
    isDefault: boolean(),
    description: text().nullable(),
    capacity: integer().nullable().check('capacity >= 0'),
    icon: text().nullable(),
    iconType: text().nullable(),
    banner: text().nullable(),
    color: text().nullable(),
    earlyAssessmentEnabled: boolean(),
    isCurrentlyElectable: boolean(),
    courseChatFileAttachmentsDefault: boolean(),
    courseChatReadOnlyDefault: boolean(),
    courseFeatureDefaults: text().nullable().check('course_feature_defaults IS JSON OBJECT'),
    attemptRules: text().nullable().check('attempt_rules IS JSON OBJECT'),
    moduleName: text().nullable(),
    requiredAttendancePercentage: double().nullable().check('required_attendance_percentage BETWEEN 0 AND 100'),
    examinationRequirements: json<readonly ExaminationRequirement[]>(),
    timePlanId: uuid().nullable(),
    unitName: text().nullable(),
    unitMinutes: double().nullable().check('unit_minutes > 0'),
    timePlanItems: json<readonly TimePlanItem[]>().nullable(),
    unitAmount: double().check('unit_amount >= 0'),
    ...dated,
    revision: uuid().default('gen_random_uuid()'),
  },
  unique: {
    module_versions_ref: ['institutionId', 'ref'],
    module_versions_of_module: ['institutionId', 'courseModuleId', 'id'],
  },
  checks: {
    module_versions_time_plan:
      '(time_plan_id IS NULL) = (time_plan_items IS NULL) AND (time_plan_id IS NOT NULL OR (unit_name IS NULL AND unit_minutes IS NULL AND unit_amount = 0))',
  },
  references: { module_versions_module: { columns: ['institutionId', 'courseModuleId'], to: 'course_modules' } },
  indexes: {
    module_versions_default: { on: ['institutionId', 'courseModuleId'], isUnique: true, where: 'is_default' },
  },
});

export const moduleConnections = table('module_connections', {
  audited: { resource: 'module_requirement' },
  columns: {
    ...identified,
    parentModuleVersionId: uuid(),
    childModuleVersionId: uuid(),
    studyPeriodId: text().nullable(),
    revision: uuid().default('gen_random_uuid()'),
  },
  unique: {
    module_connections_once: {
      nullsEqual: ['institutionId', 'childModuleVersionId', 'parentModuleVersionId', 'studyPeriodId'],
    },
  },
  checks: { module_connections_two: 'parent_module_version_id <> child_module_version_id' },
  references: {
    module_connections_parent: { columns: ['institutionId', 'parentModuleVersionId'], to: 'module_versions' },
    module_connections_child: { columns: ['institutionId', 'childModuleVersionId'], to: 'module_versions' },
  },
  indexes: { module_connections_of_parent: { on: ['institutionId', 'parentModuleVersionId'] } },
});
