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
});
