import {
  boolean,
  double,
  instant,
  integer,
  json,
  plainText,
  text,
  uuid,
} from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';
import type { ExaminationRequirement, TimePlanItem, Translations } from '../domain/module-values.ts';

export const organizationTerms = table('organization_terms', {
  audited: { resource: 'organization_term' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    termStart: instant(),
    termEnd: instant(),
    electionStart: instant().nullable(),
    electionEnd: instant().nullable(),
    reassessmentRegistrationStart: instant().nullable(),
    reassessmentRegistrationEnd: instant().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [{ name: 'organization_terms_ref', columns: ['institutionId', 'ref'] }],
});

export const moduleGroups = table('module_groups', {
  audited: { resource: 'module_group' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    color: text().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [{ name: 'module_groups_ref', columns: ['institutionId', 'ref'] }],
});

export const tags = table('tags', {
  audited: { resource: 'tag' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    name: plainText(),
    color: text().nullable(),
    icon: text().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [{ name: 'tags_ref', columns: ['institutionId', 'ref'] }],
});

export const courseModules = table('course_modules', {
  audited: { resource: 'course_module' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    isArchived: boolean(),
    nameTranslations: json<Translations>().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [{ name: 'course_modules_ref', columns: ['institutionId', 'ref'] }],
});

export const courseModuleTags = table('course_module_tags', {
  audited: { resource: 'course_module_tag' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    courseModuleId: uuid(),
    tagId: uuid(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [{ name: 'course_module_tags_once', columns: ['institutionId', 'courseModuleId', 'tagId'] }],
  references: [
    {
      name: 'course_module_tags_module',
      columns: ['institutionId', 'courseModuleId'],
      to: 'course_modules',
      toColumns: ['institutionId', 'id'],
    },
    {
      name: 'course_module_tags_tag',
      columns: ['institutionId', 'tagId'],
      to: 'tags',
      toColumns: ['institutionId', 'id'],
    },
  ],
});

export const moduleVersions = table('module_versions', {
  audited: { resource: 'module_version' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    courseModuleId: uuid(),
    version: text(),
    name: text(),
    ectsPoints: integer(),
    status: text(),
    isDefault: boolean(),
    description: text().nullable(),
    capacity: integer().nullable(),
    color: text().nullable(),
    moduleName: text().nullable(),
    requiredAttendancePercentage: double().nullable(),
    examinationRequirements: json<readonly ExaminationRequirement[]>(),
    timePlanId: uuid().nullable(),
    unitName: text().nullable(),
    unitMinutes: double().nullable(),
    timePlanItems: json<readonly TimePlanItem[]>().nullable(),
    unitAmount: double(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [
    { name: 'module_versions_of_module', columns: ['institutionId', 'courseModuleId', 'id'] },
    { name: 'module_versions_ref', columns: ['institutionId', 'ref'] },
    { name: 'module_versions_default', columns: ['institutionId', 'courseModuleId'], where: 'is_default' },
  ],
  checks: [
    { name: 'module_versions_capacity_check', expression: 'capacity >= 0' },
    { name: 'module_versions_ects_points_check', expression: 'ects_points >= 0' },
    {
      name: 'module_versions_required_attendance_percentage_check',
      expression:
        '(required_attendance_percentage >= (0)::double precision) AND (required_attendance_percentage <= (100)::double precision)',
    },
    {
      name: 'module_versions_time_plan',
      expression:
        '((time_plan_id IS NULL) = (time_plan_items IS NULL)) AND ((time_plan_id IS NOT NULL) OR ((unit_name IS NULL) AND (unit_minutes IS NULL) AND (unit_amount = (0)::double precision)))',
    },
    { name: 'module_versions_unit_amount_check', expression: 'unit_amount >= (0)::double precision' },
    { name: 'module_versions_unit_minutes_check', expression: 'unit_minutes > (0)::double precision' },
  ],
  references: [
    {
      name: 'module_versions_module',
      columns: ['institutionId', 'courseModuleId'],
      to: 'course_modules',
      toColumns: ['institutionId', 'id'],
    },
  ],
});

export const moduleConnections = table('module_connections', {
  audited: { resource: 'module_requirement' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    parentModuleVersionId: uuid(),
    childModuleVersionId: uuid(),
    studyPeriodId: text().nullable(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [
    {
      name: 'module_connections_once',
      columns: ['institutionId', 'childModuleVersionId', 'parentModuleVersionId', 'studyPeriodId'],
      areNullsEqual: true,
    },
  ],
  indexes: [{ name: 'module_connections_of_parent', columns: ['institutionId', 'parentModuleVersionId'] }],
  checks: [{ name: 'module_connections_two', expression: 'parent_module_version_id <> child_module_version_id' }],
  references: [
    {
      name: 'module_connections_child',
      columns: ['institutionId', 'childModuleVersionId'],
      to: 'module_versions',
      toColumns: ['institutionId', 'id'],
    },
    {
      name: 'module_connections_parent',
      columns: ['institutionId', 'parentModuleVersionId'],
      to: 'module_versions',
      toColumns: ['institutionId', 'id'],
    },
  ],
});
