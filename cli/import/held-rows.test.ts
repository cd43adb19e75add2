import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClient } from '../../platform/data/connections.ts';
import { describeInOneProcess } from '../../test/support/shape/shape.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { until } from '../../test/support/until.ts';
import { ImportCli, summaryOf } from '../testing/import-cli.ts';

const bundle = (name: string) => ({
  institution: { ref: 'held', name: 'Held' },
  users: [{ ref: 'ada', email: 'ada@x.example', name }],
});

/** A transaction that holds the row of the user. */
async function holdUser(system: TestSystem) {
  const client = await openClient({ connectionString: system.databases.url('directory') });
  await client.query('BEGIN');
  await client.query("SELECT FROM users WHERE ref = 'ada' FOR UPDATE");
  return client;
}

describeInOneProcess('a statement may run for 200 ms only', 'an import', () => {
  let system: TestSystem;
  let cli: ImportCli;
  beforeAll(async () => {
    system = await TestSystem.start({ statementTimeoutMs: 200 });
    cli = await ImportCli.open(system);
  });
  afterAll(async () => {
    await system?.stop();
    await cli?.close();
  });

  it('waits for a row that another transaction holds, for longer than a statement may run, and goes on', async () => {
    await cli.importBundle(bundle('Ada'));
    const holder = await holdUser(system);
    const imported = cli.importBundle(bundle('Other'));
    const waits = new Set<string>();
    await until('a second wait', async () => {
      const { rows } = await holder.query(
        `SELECT query_start::text AS since FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      for (const { since } of rows) waits.add(since);
      return waits.size >= 2;
    });
    await holder.query('COMMIT');
    await holder.end();
    const answer = await imported;
    expect([answer.code, answer.stderr, summaryOf(answer).users]).toEqual([0, '', [0, 1, 0]]);
  });

  it('that a service cannot finish is no fault of the bundle: the exit code is 1', async () => {
    const answer = await cli.run(['import', await cli.save(bundle('Ada'))], {
      environment: { GRPC_URL: '127.0.0.1:1' },
    });
    expect(answer.code).toBe(1);
    const faulty = await cli.importBundle({ ...bundle('Ada'), users: [{ ref: 'ada', email: 'ada', name: null }] });
    expect([faulty.code, faulty.stderr]).toEqual([2, expect.stringContaining('/users/0/name: must be string')]);
  });
});
