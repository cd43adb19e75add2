import { boolean, double, instant, integer, json, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';
import type { ExaminationRequirement, TimePlanItem, Translations } from '../domain/module-values.ts';

export const organizationTerms = table('organization_terms', {
  audited: { resource: 'organization_term' },
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    name: text().says('nothing'),
    code: text().says('nothing').nullable(),
    termStart: instant().says('nothing'),
    termEnd: instant().says('nothing'),
    electionStart: instant().says('nothing').nullable(),
    electionEnd: instant().says('nothing').nullable(),
    reassessmentRegistrationStart: instant().says('nothing').nullable(),
    reassessmentRegistrationEnd: instant().says('nothing').nullable(),
    ...dated,
    revision: uuid().says('nothing').default('gen_random_uuid()'),
  },
  unique: { organization_terms_ref: ['institutionId', 'ref'] },
});

export const moduleGroups = table('module_groups', {
  audited: { resource: 'module_group' },
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    name: text().says('nothing'),
    code: text().says('nothing').nullable(),
    color: text().says('nothing').nullable(),
    ...dated,
    revision: uuid().says('nothing').default('gen_random_uuid()'),
  },
  unique: { module_groups_ref: ['institutionId', 'ref'] },
});

export const tags = table('tags', {
  audited: { resource: 'tag' },
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    name: plainText().says('nothing'),
    color: text().says('nothing').nullable(),
    icon: text().says('nothing').nullable(),
    ...dated,
    revision: uuid().says('nothing').default('gen_random_uuid()'),
  },
  unique: { tags_ref: ['institutionId', 'ref'] },
});

export const courseModules = table('course_modules', {
  audited: { resource: 'course_module' },
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    name: text().says('nothing'),
    code: text().says('nothing').nullable(),
    isArchived: boolean().says('nothing'),
    nameTranslations: json<Translations>().says('nothing').nullable(),
    ...dated,
    revision: uuid().says('nothing').default('gen_random_uuid()'),
  },
  unique: { course_modules_ref: ['institutionId', 'ref'] },
});

export const courseModuleTags = table('course_module_tags', {
  audited: { resource: 'course_module_tag' },
  columns: {
    ...identified,
    courseModuleId: uuid().says('nothing'),
    tagId: uuid().says('nothing'),
    revision: uuid().says('nothing').default('gen_random_uuid()'),
  },
  unique: { course_module_tags_once: ['institutionId', 'courseModuleId', 'tagId'] },
  references: {
    course_module_tags_module: { columns: ['institutionId', 'courseModuleId'], to: 'course_modules' },
    course_module_tags_tag: { columns: ['institutionId', 'tagId'], to: 'tags' },
  },
});

export const moduleVersions = table('module_versions', {
  audited: { resource: 'module_version' },
  whose: 'nobody',
  columns: {
    ...identified,
    ref: plainText().says('nothing'),
    courseModuleId: uuid().says('nothing'),
    version: text().says('nothing'),
    name: text().says('nothing'),
    ectsPoints: integer().says('nothing').check('ects_points >= 0'),
    status: text().says('nothing'),
    isDefault: boolean().says('nothing'),
    description: text().says('text').nullable(),
    capacity: integer().says('nothing').nullable().check('capacity >= 0'),
    icon: text().says('nothing').nullable(),
    iconType: text().says('nothing').nullable(),
    banner: text().says('nothing').nullable(),
    color: text().says('nothing').nullable(),
    earlyAssessmentEnabled: boolean().says('nothing'),
    isCurrentlyElectable: boolean().says('nothing'),
    courseChatFileAttachmentsDefault: boolean().says('nothing'),
    courseChatReadOnlyDefault: boolean().says('nothing'),
    courseFeatureDefaults: text().says('text').nullable().check('course_feature_defaults IS JSON OBJECT'),
    attemptRules: text().says('text').nullable().check('attempt_rules IS JSON OBJECT'),
    moduleName: text().says('nothing').nullable(),
    requiredAttendancePercentage: double()
      .says('nothing')
      .nullable()
      .check('required_attendance_percentage BETWEEN 0 AND 100'),
    examinationRequirements: json<readonly ExaminationRequirement[]>().says('text'),
    timePlanId: uuid().says('nothing').nullable(),
    unitName: text().says('nothing').nullable(),
    unitMinutes: double().says('nothing').nullable().check('unit_minutes > 0'),
    timePlanItems: json<readonly TimePlanItem[]>().says('text').nullable(),
    unitAmount: double().says('nothing').check('unit_amount >= 0'),
    ...dated,
    revision: uuid().says('nothing').default('gen_random_uuid()'),
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
    parentModuleVersionId: uuid().says('nothing'),
    childModuleVersionId: uuid().says('nothing'),
    studyPeriodId: text().says('nothing').nullable(),
    revision: uuid().says('nothing').default('gen_random_uuid()'),
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
