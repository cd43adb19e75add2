import { parseArgs } from 'node:util';
import { provideNatsServer } from '../support/provide-nats-server.ts';
import { LAYOUTS } from './injections/layouts.ts';
import { tablesOf } from './report.ts';
import { runFaults, runOneProcess } from './run-faults.ts';

/**
 * `npm run test:faults`: the platform as in production, struck by every fault there is, then attacked by a neighbour; `--short` for a few, or those
 * whose names contain the words that are given; `--layout` for other databases and NATS than one server of each; `--one-process` for the neighbour
 * of what `npm start` starts. The exit code is 1 when a promise was broken.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      layout: { type: 'string', default: 'single-servers' },
      short: { type: 'boolean', default: false },
      'one-process': { type: 'boolean', default: false },
    },
  });
  const plans = LAYOUTS[values.layout];
  if (!plans) throw new Error(`--layout: one of ${Object.keys(LAYOUTS).join(', ')}`);
  const plan = values.short ? plans.short : plans.full;
  const isMeant = ({ name }: { readonly name: string }) => names.every((part) => name.includes(part));
  const faults = plan.faults.filter(isMeant);
  const attacks = plan.neighbour.attacks.filter(({ name }) => isMeant({ name: `neighbour: ${name}` }));
  const write = (line: string) => {
    process.stdout.write(`${line}\n`);
  };
  const run = values['one-process'] ? runOneProcess : runFaults;
  const report = await run({ ...plan, faults, neighbour: { ...plan.neighbour, attacks } }, write);
  write(`\n${tablesOf(report)}\n\n${report.summary}`);
  if (report.broken.length === 0) {
    write('Every promise was kept.');
    return;
  }
  write(`\nBroken promises:\n${report.broken.map((each) => `- ${each}`).join('\n')}`);
  write(`\nWhat the processes have logged as errors:\n${report.errorLines.slice(-50).join('\n')}`);
  process.exitCode = 1;
}

// Told to stop, it takes its processes with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// PostgreSQL and NATS, for whose end it waits, do not keep it alive.
const alive = setInterval(() => undefined, 60_000);
await provideNatsServer();
await main(process.argv.slice(2)).finally(() => clearInterval(alive));
