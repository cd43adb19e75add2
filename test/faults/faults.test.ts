import { expect, it } from 'vitest';
import { shortPlan } from './injections/plans.ts';
import { tablesOf } from './report.ts';
import { runFaults } from './run-faults.ts';

it('nothing is lost, duplicated or reordered by faults of processes, PostgreSQL, NATS and a gateway', async () => {
  const report = await runFaults(shortPlan, () => undefined);
  process.stdout.write(`\n${tablesOf(report)}\n${report.summary}\n`);
  expect(report.broken, report.errorLines.slice(-20).join('\n')).toEqual([]);
  expect(report.rows).toHaveLength(shortPlan.faults.length);
  expect(report.attackRuns).toHaveLength(shortPlan.neighbour.attacks.length + 2);
}, 600_000);
