import { boolean, bytes, bytesArray, double, instant, plainText, text, uuid } from '../../chassis/db/schema/column.ts';
import { type Table, table } from '../../chassis/db/schema/table.ts';

export const institutions = table('institutions', {
  columns: {
    id: uuid(),
    ref: plainText(),
    name: plainText(),
    time_tracking_timezone: text().nullable(),
    time_tracking_enabled: boolean().nullable(),
    scheduling_enabled: boolean().nullable(),
    reject_room_conflicts: boolean().nullable(),
    user_code_format: text().nullable(),
    default_lesson_unit_name: text().nullable(),
    default_lesson_unit_minutes: double().nullable(),
    created_at: instant(),
    updated_at: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['id'],
  uniques: [{ name: 'institutions_ref', columns: ['ref'] }],
  checks: [
    {
      name: 'institutions_default_lesson_unit_minutes_check',
      expression: 'default_lesson_unit_minutes > (0)::double precision',
    },
  ],
});

export const users = table('users', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    email: text(),
    email_key: plainText(),
    name: text(),
    name_is_own: boolean(),
    first_name: text().nullable(),
    last_name: text().nullable(),
    image: text().nullable(),
    code: text().nullable(),
    code_key: plainText().nullable(),
    is_archived: boolean(),
    revision: uuid(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    { name: 'users_email', columns: ['institution_id', 'email_key'] },
    { name: 'users_code', columns: ['institution_id', 'code_key'], where: 'code_key IS NOT NULL' },
    { name: 'users_ref', columns: ['institution_id', 'ref'], where: 'ref IS NOT NULL' },
  ],
  indexes: [{ name: 'users_by_creation', columns: ['institution_id', 'created_at', 'id'], include: ['updated_at'] }],
  checks: [{ name: 'users_code_with_key', expression: '(code IS NULL) = (code_key IS NULL)' }],
});

export const courses = table('courses', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    code: plainText().nullable(),
    name: text(),
    layer_id: uuid(),
    layer_name: text().nullable(),
    is_archived: boolean(),
    revision: uuid(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    { name: 'courses_layer', columns: ['institution_id', 'layer_id'] },
    { name: 'courses_ref', columns: ['institution_id', 'ref'], where: 'ref IS NOT NULL' },
  ],
  indexes: [
    { name: 'courses_by_code', columns: ['institution_id', 'code', 'created_at', 'id'], where: 'code IS NOT NULL' },
    { name: 'courses_by_creation', columns: ['institution_id', 'created_at', 'id'], include: ['updated_at'] },
  ],
  references: [
    { name: 'courses_institution_id_fkey', columns: ['institution_id'], to: 'institutions', toColumns: ['id'] },
  ],
});

export const userGroups = table('user_groups', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    name: text(),
    revision: uuid(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'user_groups_ref', columns: ['institution_id', 'ref'], where: 'ref IS NOT NULL' }],
  references: [
    { name: 'user_groups_institution_id_fkey', columns: ['institution_id'], to: 'institutions', toColumns: ['id'] },
  ],
});

export const userGroupMembers = table('user_group_members', {
  columns: {
    institution_id: uuid(),
    user_group_id: uuid(),
    user_id: uuid(),
  },
  primaryKey: ['institution_id', 'user_group_id', 'user_id'],
  references: [
    {
      name: 'user_group_members_institution_id_user_group_id_fkey',
      columns: ['institution_id', 'user_group_id'],
      to: 'user_groups',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'user_group_members_user',
      columns: ['institution_id', 'user_id'],
      to: 'users',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const integrations = table('integrations', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    client_id: plainText(),
    name: text(),
    created_by: uuid().nullable(),
    is_active: boolean(),
    secret_hashes: bytesArray(),
    created_at: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'integrations_client', columns: ['client_id'] }],
  indexes: [{ name: 'integrations_by_creation', columns: ['institution_id', 'created_at', 'id'] }],
  checks: [
    {
      name: 'integrations_secret_hashes_check',
      expression: '(cardinality(secret_hashes) >= 1) AND (cardinality(secret_hashes) <= 2)',
    },
  ],
  references: [
    {
      name: 'integrations_created_by',
      columns: ['institution_id', 'created_by'],
      to: 'users',
      toColumns: ['institution_id', 'id'],
    },
    {
      name: 'integrations_institution_id_fkey',
      columns: ['institution_id'],
      to: 'institutions',
      toColumns: ['id'],
    },
  ],
});

export const operators = table('operators', {
  columns: {
    id: uuid(),
    name: plainText(),
    token_hash: bytes(),
    created_at: instant(),
    revoked_at: instant().nullable(),
  },
  primaryKey: ['id'],
  uniques: [
    { name: 'operators_token', columns: ['token_hash'] },
    { name: 'operators_name', columns: ['name'], where: 'revoked_at IS NULL' },
  ],
});

/** All tables of the directory. */
export const directoryTables: readonly Table[] = [
  operators,
  institutions,
  users,
  courses,
  userGroups,
  userGroupMembers,
  integrations,
];
