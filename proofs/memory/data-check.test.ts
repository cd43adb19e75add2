import { afterAll, beforeAll, expect, it } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { query } from '../../test/support/postgres/query.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const EVENTS = 500_000;
/** Loading the command takes half of it. To hold an id of each event would take as much again. */
const HEAP_MIB = 96;

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  await query(
    system.databases.url('directory'),
    `INSERT INTO outbox (id, institution_id, type, aggregate_id, request_id, actor_type, occurred_at, payload, published_at)
     SELECT ${ID}, ${INSTITUTION}, 'lyceum.directory.v1.UserUpdated', 'a', 'test', 'system', ${AT}, '', ${AT} FROM ${N}`,
  );
  await query(
    system.databases.url('webhooks'),
    `SELECT make_partitions('events', 'day', 2, now() - interval '1 day');
     INSERT INTO events (institution_id, sequence, recorded_at, id, type, resource_id, aggregate_id, occurred_at, changed, actor_type, request_id)
     SELECT ${INSTITUTION}, n, ${AT}, ${ID}, 'user.updated', ${INSTITUTION}, 'a', ${AT}, '{}', 'system', 'test' FROM ${N};
     INSERT INTO feed_heads VALUES (${INSTITUTION}, ${EVENTS}, ${AT})`,
  );
}, 600_000);
afterAll(() => system?.stop());

const N = `generate_series(1, ${EVENTS}) AS n`;
const ID = "md5('event' || n)::uuid";
const INSTITUTION = "md5('institution')::uuid";
/** Where the feed must have what was published. */
const AT = "now() - interval '3 hours'";

it(`data check compares ${EVENTS} events of an outbox and the feed in a heap of ${HEAP_MIB} MiB`, async () => {
  const environment = Object.fromEntries(
    SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)]),
  );
  const { code, stdout, stderr } = await runCli(['data', 'check'], {
    environment,
    nodeOptions: [`--max-old-space-size=${HEAP_MIB}`],
  });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`directory: published events of directory are in the feed: ${EVENTS} rows\n`);
  expect(stdout).toContain(
    `directory: events of directory in the feed are in its outbox, or older than it: ${EVENTS} rows\n`,
  );
}, 600_000);
