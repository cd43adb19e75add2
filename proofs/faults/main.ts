import { parseArgs } from 'node:util';
import { provideNatsServer } from '../../test/support/nats/provide-nats-server.ts';
import { oneProcessFaults } from './injections/one-process-faults.ts';
import { LAYOUTS } from './injections/plans.ts';
import { tablesOf } from './report.ts';
import { runFaults, runOneProcess } from './run-faults.ts';

/**
 * `npm run test:faults`: runs the platform as in production, injects every fault, then has a neighbour attack;
 * `--short` runs a few of them; words select the faults whose names contain them; `--layout` selects databases and NATS
 * other than one server of each; `--one-process` does the same to everything in one process. The exit code is 1 after a
 * violation.
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
  const plans = new Map(Object.entries(LAYOUTS)).get(values.layout);
  if (!plans) throw new Error(`--layout: one of ${Object.keys(LAYOUTS).join(', ')}`);
  const plan = values.short ? plans.short : plans.full;
  const isMeant = ({ name }: { readonly name: string }) => names.every((part) => name.includes(part));
  const attacks = plan.neighbour.attacks.filter(({ name }) => isMeant({ name: `neighbour: ${name}` }));
  const write = (line: string) => {
    process.stdout.write(`${line}\n`);
  };
  const { rareBranches, ...rest } = plan;
  const isWhole = names.length === 0 && rareBranches;
  const chosen = { ...rest, ...(isWhole && { rareBranches }), neighbour: { ...plan.neighbour, attacks } };
  const report = await (values['one-process']
    ? runOneProcess({ ...chosen, faults: (await oneProcessFaults()).filter(isMeant) }, write)
    : runFaults({ ...chosen, faults: plan.faults.filter(isMeant) }, write));
  write(`\n${tablesOf(report)}\n\n${report.summary}`);
  if (report.broken.length === 0) {
    write('Every promise was kept.');
    return;
  }
  write(`\nBroken promises:\n${report.broken.map((each) => `- ${each}`).join('\n')}`);
  write(`\nWhat the processes have logged as errors:\n${report.errorLines.slice(-50).join('\n')}`);
  process.exitCode = 1;
}

// When stopped, it stops its processes too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// PostgreSQL and NATS do not keep it alive; it waits for their end.
const alive = setInterval(() => undefined, 60_000);
await provideNatsServer();
await main(process.argv.slice(2)).finally(() => clearInterval(alive));
