import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LoopDisk } from '../../test/support/loop-disk.ts';
import { findClusterNats } from '../../test/support/nats/find-cluster-nats.ts';
import { findPgBouncer } from '../../test/support/pgbouncer/find-pgbouncer.ts';
import { TAKEOVER_MS } from '../faults/audit/verdict.ts';
import { oneProcessFaults } from '../faults/injections/one-process-faults.ts';
import { LAYOUTS, type Plan, shortPlan } from '../faults/injections/plans.ts';
import { killReplica, pauseReplica } from '../faults/injections/process-faults.ts';
import { tablesOf } from '../faults/report.ts';
import { runFaults, runOneProcess } from '../faults/run-faults.ts';

const quiet = { ...shortPlan, neighbour: { ...shortPlan.neighbour, attacks: [] } };
/** One process of a service takes over from the other the outbox, the feed and the deliveries. */
const takeovers: Plan = {
  ...quiet,
  replicas: 2,
  faults: [killReplica('webhooks'), pauseReplica('webhooks-2'), killReplica('directory'), pauseReplica('timetracking')],
  eventsWaitAtMostMs: TAKEOVER_MS,
};
const pgbouncer = (await findPgBouncer())?.preparesStatements ? '' : 'PgBouncer 1.21 is needed';
const nats = (await findClusterNats()) ? '' : 'a NATS server for clusters is needed';
const power = await LoopDisk.obstacle();
const silent = () => undefined;

describe.each([
  ['one process', '', async () => runOneProcess({ ...quiet, faults: await oneProcessFaults() }, silent)],
  ['two processes of each service', '', () => runFaults(takeovers, silent)],
  ['two behind PgBouncer in transaction mode', pgbouncer, () => runFaults(LAYOUTS.pgbouncer.short, silent)],
  ['a PostgreSQL with standbys', '', () => runFaults(LAYOUTS.standby.short, silent)],
  ['disks that lose their power', power, () => runFaults(LAYOUTS['losable-disks'].short, silent)],
  ['three NATS servers', nats, () => runFaults(LAYOUTS['nats-cluster'].short, silent)],
] as const)('%s', (name, obstacle, play) => {
  if (obstacle) process.stderr.write(`No faults of ${name} are tried (SKIPPED): ${obstacle}.\n`);

  it.skipIf(obstacle !== '')('lose, duplicate and reorder nothing, whatever fails', { timeout: 600_000 }, async () => {
    const report = await play();
    process.stdout.write(`\n${tablesOf(report)}\n${report.summary}\n`);
    expect(report.broken, report.errorLines.slice(-20).join('\n')).toEqual([]);
  });
});

it.skipIf(power !== '')('a disk that loses its power keeps what was synced, and nothing else', async () => {
  const disk = await LoopDisk.make();
  try {
    for (const name of ['synced', 'written']) {
      const file = await open(join(disk.path, name), 'w');
      await file.writeFile('x');
      if (name === 'synced') await file.sync();
      await file.close();
    }
    disk.losePower();
    disk.restorePower();
    expect(['synced', 'written'].map((name) => existsSync(join(disk.path, name)))).toEqual([true, false]);
  } finally {
    await disk.remove();
  }
});
