import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LoopDisk } from '../../test/support/loop-disk.ts';
import { LAYOUTS } from '../faults/injections/plans.ts';
import { tablesOf } from '../faults/report.ts';
import { runFaults } from '../faults/run-faults.ts';

const obstacle = await LoopDisk.obstacle();
if (obstacle) process.stderr.write(`No power loss is tried (SKIPPED): ${obstacle}\n`);

it.skipIf(obstacle !== '')('a disk that loses its power keeps what was synced, and nothing else', async () => {
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
    const kept = ['synced', 'written'].map((name) => existsSync(join(disk.path, name)));
    expect(kept).toEqual([true, false]);
  } finally {
    await disk.remove();
  }
});

it.skipIf(obstacle !== '')(
  'power losses of PostgreSQL and NATS under load lose, duplicate and reorder nothing',
  async () => {
    const { short } = LAYOUTS['losable-disks'];
    const report = await runFaults(short, () => undefined);
    process.stdout.write(`\n${tablesOf(report)}\n${report.summary}\n`);
    expect(report.broken, report.errorLines.slice(-20).join('\n')).toEqual([]);
    expect(report.rows).toHaveLength(short.faults.length);
  },
  300_000,
);
