import { boolean, double, instant, integer, json, plainText, text, uuid } from '../../chassis/db/schema/column.ts';
import { table } from '../../chassis/db/schema/table.ts';

export const organizationTerms = table('organization_terms', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    term_start: instant(),
    term_end: instant(),
    election_start: instant().nullable(),
    election_end: instant().nullable(),
    reassessment_registration_start: instant().nullable(),
    reassessment_registration_end: instant().nullable(),
    created_at: instant(),
    updated_at: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'organization_terms_ref', columns: ['institution_id', 'ref'] }],
});

export const moduleGroups = table('module_groups', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    color: text().nullable(),
    created_at: instant(),
    updated_at: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'module_groups_ref', columns: ['institution_id', 'ref'] }],
});

export const tags = table('tags', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    name: plainText(),
    color: text().nullable(),
    icon: text().nullable(),
    created_at: instant(),
    updated_at: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'tags_ref', columns: ['institution_id', 'ref'] }],
});

export const courseModules = table('course_modules', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    name: text(),
    code: text().nullable(),
    is_archived: boolean(),
    name_translations: json<unknown>().nullable(),
    created_at: instant(),
    updated_at: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'course_modules_ref', columns: ['institution_id', 'ref'] }],
});

export const courseModuleTags = table('course_module_tags', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    course_module_id: uuid(),
    tag_id: uuid(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'course_module_tags_once', columns: ['institution_id', 'course_module_id', 'tag_id'] }],
  references: [
    {
      name: 'course_module_tags_module',
      columns: ['institution_id', 'course_module_id'],
      to: 'course_modules',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'course_module_tags_tag',
      columns: ['institution_id', 'tag_id'],
      to: 'tags',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const moduleVersions = table('module_versions', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    course_module_id: uuid(),
    version: text(),
    name: text(),
    ects_points: integer(),
    status: text(),
    is_default: boolean(),
    description: text().nullable(),
    capacity: integer().nullable(),
    color: text().nullable(),
    module_name: text().nullable(),
    required_attendance_percentage: double().nullable(),
    examination_requirements: json<unknown>(),
    time_plan_id: uuid().nullable(),
    unit_name: text().nullable(),
    unit_minutes: double().nullable(),
    time_plan_items: json<unknown>().nullable(),
    unit_amount: double(),
    created_at: instant(),
    updated_at: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    { name: 'module_versions_of_module', columns: ['institution_id', 'course_module_id', 'id'] },
    { name: 'module_versions_ref', columns: ['institution_id', 'ref'] },
    { name: 'module_versions_default', columns: ['institution_id', 'course_module_id'], where: 'is_default' },
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
      columns: ['institution_id', 'course_module_id'],
      to: 'course_modules',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const moduleConnections = table('module_connections', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    parent_module_version_id: uuid(),
    child_module_version_id: uuid(),
    study_period_id: text().nullable(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    {
      name: 'module_connections_once',
      columns: ['institution_id', 'child_module_version_id', 'parent_module_version_id', 'study_period_id'],
      areNullsEqual: true,
    },
  ],
  indexes: [{ name: 'module_connections_of_parent', columns: ['institution_id', 'parent_module_version_id'] }],
  checks: [{ name: 'module_connections_two', expression: 'parent_module_version_id <> child_module_version_id' }],
  references: [
    {
      name: 'module_connections_child',
      columns: ['institution_id', 'child_module_version_id'],
      to: 'module_versions',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'module_connections_parent',
      columns: ['institution_id', 'parent_module_version_id'],
      to: 'module_versions',
      toColumns: ['institution_id', 'id'],
    },
  ],
});
