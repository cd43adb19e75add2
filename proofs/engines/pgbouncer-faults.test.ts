import { expect, it } from 'vitest';
import { findPgBouncer } from '../../test/support/pgbouncer/find-pgbouncer.ts';
import { LAYOUTS } from '../faults/injections/plans.ts';
import { tablesOf } from '../faults/report.ts';
import { runFaults } from '../faults/run-faults.ts';

const program = await findPgBouncer();
const obstacle = program?.preparesStatements
  ? ''
  : ` (SKIPPED: PgBouncer 1.21 is needed, there is ${program?.version ?? 'none'})`;
if (obstacle) process.stderr.write(`No faults are tried behind PgBouncer${obstacle}.\n`);

it.skipIf(obstacle !== '')(
  `two replicas of each service behind PgBouncer in transaction mode: one relay at a time, no event waits, whatever fails${obstacle}`,
  async () => {
    const { short } = LAYOUTS.pgbouncer;
    const report = await runFaults(short, () => undefined);
    process.stdout.write(`\n${tablesOf(report)}\n${report.summary}\n`);
    expect(report.broken, report.errorLines.slice(-20).join('\n')).toEqual([]);
    expect(report.rows).toHaveLength(short.faults.length);
  },
  600_000,
);
