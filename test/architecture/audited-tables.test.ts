import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';

let databases: TestDatabases;
beforeAll(async () => {
  databases = await TestDatabases.create(
    inject('databaseServer'),
    randomBytes(6).toString('hex'),
    services.map(({ name }) => name),
  );
});
afterAll(() => databases.drop());

/**
 * Tables whose rows are parts of a resource. Each change of a part also gives the resource a new revision, which is
 * audited.
 */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  directory: {
    archives: 'institutions',
    people_columns: 'people_imports',
    people_imports: 'users',
    user_group_members: 'user_groups',
    sync_archivings: 'users',
    sync_guards: 'users',
  },
  identity: {
    calendar_feed_counts: 'calendar_feeds',
    administrator_counts: 'administrators',
    sign_in_links: 'administrators',
  },
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
  timetracking: { calendar_imports: 'calendar_days', closed_members: 'closed_months' },
  webhooks: { endpoint_counts: 'endpoints', endpoint_secrets: 'endpoints' },
};

/** Tables without audit records, each group with its reason. */
const UNAUDITED = [
  // They belong to the installation, to no institution.
  ...['operators', 'backup_proofs'],
  // What other services decide, noted from their events or before them: their audit records have it.
  ...['archived_users', 'archivings'],
  // Plans of what the audit records of users then have, and notes that it is done.
  ...['erasures', 'forgotten_people'],
  // When runs begin, and whom they have left: what they change is recorded with what goes.
  ...['retentions', 'left_people'],
  // When something was used, which changes nothing.
  ...['calendar_feed_reads'],
  // Recorded and sent events are themselves the record of changes and deliveries.
  ...[
    'events',
    'feed_heads',
    'endpoint_queues',
    'deliveries',
    'deleted_endpoints',
    'delivery_attempts',
    'delivery_budgets',
  ],
  // It only shows that something has changed. Only `move_stamp()` writes it.
  ...['stamps'],
  // Recorded requests are themselves a record of what was done.
  ...['request_chunks', 'named_requests', 'usage_routes', 'usage_hours', 'deprecated_uses'],
  ...['secret_uses', 'recorded_batches'],
  // Sign-ins and who wants email are recorded as changes of administrators; these change nothing else.
  ...[
    'administrator_sessions',
    'passkey_challenges',
    'kept_forms',
    'problem_mails',
    'administrator_notices',
    'closing_mails',
    'openid_failures',
  ],
  // How far a stream has come: to record that would make it go further.
  'audit_stream_positions',
];

describe.each(services.map((service) => [service.name, service] as const))('the database of %s', (name, service) => {
  const columnsOf = () =>
    query<{ table: string; columns: string[] }>(
      databases.url(name),
      `SELECT c.relname AS table, array_agg(a.attname::text) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition GROUP BY 1 ORDER BY 1`,
    );

  const audited = service.tables.filter((table) => table.audited).map(({ name: table }) => table);

  test('has audit records of every table, or of the resource that its rows are parts of', () => {
    const own = service.tables.map(({ name: table }) => table).filter((table) => !UNAUDITED.includes(table));
    const accounted = [...audited, ...Object.keys(PARTS[name] ?? {})];
    expect(
      own.toSorted(),
      'Declare the table `audited` in store/tables.ts, or list it above with the resource that it is a part of.',
    ).toEqual(accounted.toSorted());
  });

  test('has an id and a revision in every audited table', async () => {
    const tables = await columnsOf();
    for (const table of audited) {
      const { columns = [] } = tables.find((each) => each.table === table) ?? {};
      expect([table, ...columns]).toEqual(expect.arrayContaining(['id', 'revision']));
    }
  });

  test('shows no hash, nor the resource of a person, in its audit records', () => {
    for (const { audited: { values = [], resource } = { resource: '' }, columns } of service.tables) {
      expect(values.filter((value) => columns[value]?.attributes.type.startsWith('bytea'))).toEqual([]);
      if (resource === 'user') expect(values).toEqual([]);
    }
  });

  test('changes audited tables only by statements of the service', async () => {
    expect(
      await undeclaredPaths(name, audited),
      'A view, trigger, function or referential action would change the table without an audit record.',
    ).toEqual([]);
  });
});

test('the checker finds every other way to change a table', async () => {
  await query(
    databases.url('locations'),
    `CREATE TABLE looked_after (id uuid PRIMARY KEY, of uuid REFERENCES looked_after ON DELETE SET NULL);
     CREATE VIEW looking AS SELECT * FROM looked_after;
     CREATE RULE looking_on AS ON INSERT TO looked_after DO ALSO NOTHING;
     CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM LOOKED_AFTER; RETURN NULL; END';
     CREATE TRIGGER looks AFTER INSERT ON looked_after EXECUTE FUNCTION look();`,
  );
  expect((await undeclaredPaths('locations', ['looked_after'])).toSorted()).toEqual([
    'function look',
    'reference looked_after_of_fkey',
    'rule or view _RETURN of looking',
    'rule or view looking_on of looked_after',
    'trigger looks',
  ]);
  expect(await undeclaredPaths('locations', ['locations', 'rooms'])).toEqual([]);
});

async function undeclaredPaths(name: string, tables: readonly string[]): Promise<string[]> {
  return (await query<{ way: string }>(databases.url(name), UNDECLARED_PATHS, [tables])).map(({ way }) => way);
}

/**
 * What can change a table without a statement that names it: referential actions, triggers, rules, views and functions.
 * A trigger of `move_stamp` is permitted, as long as its function names no such table.
 */
const UNDECLARED_PATHS = `
  WITH audited AS (SELECT c.oid, c.relname FROM pg_class c JOIN unnest($1::text[]) AS name ON c.oid = to_regclass('public.' || name))
  SELECT 'reference ' || conname AS way FROM pg_constraint JOIN audited ON conrelid = audited.oid
    WHERE contype = 'f' AND (confdeltype NOT IN ('a', 'r') OR confupdtype NOT IN ('a', 'r'))
  UNION ALL SELECT 'trigger ' || tgname FROM pg_trigger JOIN audited ON tgrelid = audited.oid WHERE NOT tgisinternal
    AND tgfoid::regproc::text <> 'move_stamp'
  UNION ALL SELECT DISTINCT 'rule or view ' || rulename || ' of ' || ev_class::regclass FROM pg_depend d
    JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
    JOIN audited ON d.refclassid = 'pg_class'::regclass AND d.refobjid = audited.oid
  UNION ALL SELECT 'function ' || proname FROM pg_proc JOIN audited ON lower(pg_get_functiondef(pg_proc.oid)) ~ ('\\m' || relname || '\\M')
    WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
      AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_proc'::regclass AND e.objid = pg_proc.oid AND e.deptype = 'e')`;
