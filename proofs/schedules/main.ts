import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { makeTestDirectory } from '../../libraries/embedded-postgres/testing/server.ts';
import { migrate } from '../../platform/data/migrate.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { explore, failureText, scenarios } from './explore.ts';
import { driven, World } from './world.ts';

/**
 * `npm run test:schedules`: runs scenarios of a few commands, each under the schedules of many seeds. `--seeds` is the
 * number of seeds, `--seed` the first one, `--scenario` selects those whose names contain a text. The exit code is 1
 * after a failure, of which the schedule is printed.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string', default: '1' },
      scenario: { type: 'string', default: '' },
    },
  });
  const first = Number(values.seed);
  const count = Number(values.seeds ?? (args.includes('--seed') ? 1 : 200));
  const chosen = scenarios.filter(({ name }) => name.includes(values.scenario));
  if (chosen.length === 0) throw new Error(`--scenario: one of ${scenarios.map(({ name }) => name).join(', ')}`);
  const dataDir = await makeTestDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    await postgres.ensureDatabases(driven.map(({ name }) => name));
    for (const { name, migrations } of driven)
      await migrate({ databaseUrl: postgres.url(name), migrations, log: silentLogger });
    const world = new World(postgres.url);
    for (const scenario of chosen) {
      const begun = performance.now();
      const { seeds, schedules, failure } = await explore(
        world,
        scenario,
        Array.from({ length: count }, (_, index) => first + index),
      );
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
      print(`${scenario.name.padEnd(22)} ${seeds} seeds, ${schedules} schedules, ${seconds} s`);
      if (failure) {
        print(failureText(scenario, failure));
        process.exitCode = 1;
        if (!failure.run.evidence) break;
      }
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// PostgreSQL does not keep the process alive, and a world that is stuck never ends.
const alive = setInterval(() => undefined, 60_000);
await main(process.argv.slice(2)).finally(() => clearInterval(alive));
process.exit();
