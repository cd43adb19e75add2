import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../../platform/core/config/config.ts';
import { testVariables } from '../../../test/support/test-variables.ts';
import { SERVICES } from '../../faults/fleet/parts.ts';
import { tablesOf } from '../../faults/report.ts';
import { runFaults } from '../../faults/run-faults.ts';
import { previousRelease } from './previous-release.ts';
import { releaseFrom } from './replacements.ts';

const release = await previousRelease().catch((error: Error) => error);
afterAll(() => (release instanceof Error ? undefined : release.remove()));
const obstacle = release instanceof Error ? ` (SKIPPED: ${release.message})` : '';
if (obstacle) process.stderr.write(`No rolling release is played${obstacle}.\n`);

it.skipIf(release instanceof Error)(
  `a release and its rollback, process by process under load, fail no request and lose, double and disorder nothing${obstacle}`,
  async () => {
    if (release instanceof Error) return;
    const { RELEASE_ORDER } = readConfig(testVariables, process.env);
    const random = SERVICES.toSorted(() => Math.random() - 0.5);
    const order = (RELEASE_ORDER?.split(',') as typeof random | undefined) ?? random;
    expect(order.toSorted(), 'RELEASE_ORDER').toEqual(SERVICES.toSorted());
    process.stdout.write(`\nThe services are replaced in this order: RELEASE_ORDER=${order.join()}\n`);
    const report = await runFaults(releaseFrom(`${release.folder}/`, order), () => undefined);
    process.stdout.write(`\nFrom ${release.name}:\n${tablesOf(report)}\n${report.summary}\n`);
    expect(report.broken, report.errorLines.slice(-20).join('\n')).toEqual([]);
    // Some writes go to two gateways at once on purpose: one of them has to wait for the other.
    for (const { errors } of report.rows) expect(errors).toMatch(/^(409: \d+)?$/);
  },
  600_000,
);
