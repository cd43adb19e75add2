import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { TestDatabases } from '../../services/chassis/testing/test-databases.ts';
import { services } from '../../system/services.ts';
import { query } from '../support/query.ts';

let databases: TestDatabases;
beforeAll(async () => {
  databases = await TestDatabases.create(
    inject('databaseServer'),
    randomBytes(6).toString('hex'),
    services.map(({ name }) => name),
  );
});
afterAll(() => databases.drop());

/** Tables whose rows are parts of a resource: each of their changes comes with a new revision of that, which is recorded. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  directory: { user_group_members: 'user_groups' },
  scheduling: { appointment_links: 'appointments', room_bookings: 'appointments' },
  curricula: {
    curriculum_terms: 'curriculum_versions',
    module_clusters: 'curriculum_versions',
    curriculum_items: 'curriculum_versions',
    cohort_terms: 'cohorts and program_versions',
    program_curricula: 'programs',
    program_responsible_users: 'programs',
  },
  locations: { room_setups: 'rooms' },
};

/** What every service's database has beside its own tables: none of it is a resource. */
const OF_THE_CHASSIS = /^(chassis_migrations|migrations|idempotency_keys|outbox|inbox|parked_events|audit_log(_\w+)?)$/;

describe.each(services.map((service) => [service.name, service] as const))('the database of %s', (name, service) => {
  const columnsOf = () =>
    query<{ table: string; columns: string[] }>(
      databases.url(name),
      `SELECT c.relname AS table, array_agg(a.attname::text) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') GROUP BY 1 ORDER BY 1`,
    );

  test('has audit records of every table, or of what its rows are parts of', async () => {
    const own = (await columnsOf()).map(({ table }) => table).filter((table) => !OF_THE_CHASSIS.test(table));
    const told = [...Object.keys(service.audited), ...Object.keys(PARTS[name] ?? {})];
    expect(own, 'List the table under `audited` in service.ts, or above with what it is a part of.').toEqual(
      told.toSorted(),
    );
  });

  test('has an id and a revision in every audited table', async () => {
    const tables = await columnsOf();
    for (const [table, { institution = 'institution_id', deleted = 'id' }] of Object.entries(service.audited)) {
      const { columns = [] } = tables.find((each) => each.table === table) ?? {};
      expect([table, ...columns]).toEqual(expect.arrayContaining([institution, 'id', 'revision', deleted]));
    }
  });
});
