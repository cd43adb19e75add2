import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { ImportCli, summaryOf } from '../../test/support/cli/import-cli.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { describeInOneProcess } from '../../test/support/shape/shape.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { until } from '../../test/support/until.ts';

const bundle = (name: string) => ({
  institution: { ref: 'held', name: 'Held' },
  users: [{ ref: 'ada', email: 'ada@x.example', name }],
});

const WAITING = `SELECT query_start::text AS since FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`;

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
    const open = () => openClient({ connectionString: system.databases.url('directory') });
    // A transaction always sees the same activity, so somebody else watches.
    const [holder, observer] = await Promise.all([open(), open()]);
    await holder.query('BEGIN');
    await holder.query("SELECT FROM users WHERE ref = 'ada' FOR UPDATE");
    let hasEnded = false;
    const imported = cli.importBundle(bundle('Other')).finally(() => {
      hasEnded = true;
    });
    const waits = new Set<string>();
    await until('a second wait', async () => {
      for (const { since } of (await observer.query(WAITING)).rows) waits.add(since);
      return waits.size >= 2 || hasEnded;
    }).finally(() => Promise.all([holder.end(), observer.end()]));
    const answer = await imported;
    expect([answer.code, answer.stderr, summaryOf(answer).users]).toEqual([0, '', [0, 1, 0]]);
  });

  it('ends with 2 if something is wrong with the bundle, and with 1 if a service cannot be reached', async () => {
    const path = await cli.save(bundle('Ada'));
    const unreachable = await runCli(['import', path], { environment: { GRPC_URL: '127.0.0.1:1' } });
    expect([unreachable.code, unreachable.stdout]).toEqual([1, '']);
    const faulty = await cli.importBundle({
      ...bundle('Ada'),
      users: [{ ref: 'ada', email: 'a@x.example', name: null }],
    });
    expect([faulty.code, faulty.stderr]).toEqual([2, expect.stringContaining('/users/0/name: must be string')]);
  });
});
