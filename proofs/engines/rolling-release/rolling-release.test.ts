import { afterAll, expect, it } from 'vitest';
import { type Checkout, checkOut } from '../../../bench/checkout.ts';
import { tablesOf } from '../../faults/report.ts';
import { runFaults } from '../../faults/run-faults.ts';
import { orderOfServices } from './order-of-services.ts';
import { providePackages } from './packages.ts';
import { previousRelease } from './previous-release.ts';
import { releaseFrom } from './replacements.ts';

const release = previousRelease();
let checkout: Checkout | undefined;
afterAll(() => checkout?.remove());

/** Why the release cannot run; empty if it can. */
async function prepare(): Promise<string> {
  if (typeof release === 'string') return release;
  try {
    checkout = await checkOut(release.commit);
    await providePackages(checkout.folder);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

const obstacle = await prepare();
if (obstacle) process.stderr.write(`No rolling release is played: ${obstacle}.\n`);

it.skipIf(obstacle !== '')(
  `a release and its rollback, process by process under load, fail no request and lose, double and disorder nothing${obstacle && ` (SKIPPED: ${obstacle})`}`,
  async () => {
    const root = `${checkout?.folder}/`;
    const order = orderOfServices();
    process.stdout.write(`\nThe services are replaced in this order: RELEASE_ORDER=${order.join()}\n`);
    const print = (line: string) => process.stdout.write(`${line}\n`);
    const report = await runFaults(releaseFrom(root, order), print);
    const name = typeof release === 'string' ? release : release.name;
    process.stdout.write(`\nFrom ${name}:\n${tablesOf(report)}\n${report.summary}\n`);
    expect(report.broken, report.errorLines.slice(-20).join('\n')).toEqual([]);
    // Some writes go to two gateways at once on purpose: one of them has to wait for the other.
    for (const { errors } of report.rows) expect(errors).toMatch(/^(409: \d+)?$/);
  },
  600_000,
);
