import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fillInstitution } from '../../test/faults/neighbour/large-institution.ts';
import { get } from '../../test/faults/neighbour/target.ts';
import { quantile, statuses, watchHealth, watchReads } from '../../test/faults/neighbour/watch-reads.ts';
import { Program } from '../../test/support/program.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { importLargeCurriculum } from '../large-curriculum.ts';
import { Installation } from './installation.ts';
import { type Order, type Sent, scenarios } from './worst.ts';

/**
 * `npm run bench:neighbour`: what one institution can do to another with the worst that it is allowed. For each scenario and run: what became of its
 * requests, how long `/healthz` and the other institution's reads took meanwhile, and the CPU time and memory of each process.
 */
const { values } = parseArgs({
  options: {
    /** `one` process, or `many`: one for each service and the gateway, with NATS. */
    shape: { type: 'string', default: 'many' },
    /** How many requests at once. */
    count: { type: 'string', default: '40' },
    /** How long readers read nothing, in seconds. */
    'silent-seconds': { type: 'string', default: '30' },
    /** Only scenarios with the word in their name. */
    only: { type: 'string', default: '' },
    /** How often each is run. */
    runs: { type: 'string', default: '1' },
    /** A folder for a CPU profile of each process and run, and how late its event loop was. */
    profile: { type: 'string' },
  },
});

const scope = new TestScope();
try {
  const installation = await (values.shape === 'one' ? Installation.startOne : Installation.startMany)(
    scope,
    values.profile,
  );
  const worst = await installation.openInstitution('worst');
  const large = {
    ...(await fillInstitution(worst.operator)),
    versionPath: await importLargeCurriculum(worst.operator),
  };
  const other = await installation.openInstitution('other');
  const { userIds } = await fillInstitution(other.operator, { crowded: 0, long: 0 });
  const reads = ['/users?limit=1', '/appointments?limit=1', `/time-tracking/logs?limit=1&userId=${userIds[0]}`];
  const names = Object.keys(scenarios).filter((name) => name.includes(values.only));
  for (const name of names.flatMap((name) => Array.from({ length: Number(values.runs) }, () => name))) {
    const target = await worst.newTarget();
    const reader = await other.newTarget();
    // What is asked for the first time takes longer, whoever else is there.
    for (let n = 0; n < 20; n++) await Promise.all(reads.flatMap((path) => [get(reader, path), get(target, path)]));
    const watches = [watchReads(reader, reads), watchHealth(reader)];
    const before = installation.usages();
    if (values.profile) await installation.toggleProfile();
    const { outcomes, cpuMs } = await send({
      scenario: name,
      target,
      large,
      count: Number(values.count),
      silentSeconds: Number(values['silent-seconds']),
    });
    const after = installation.usedSince(before);
    if (values.profile) await installation.toggleProfile();
    await delay(500);
    const [others = [], health = []] = await Promise.all(watches.map((watch) => watch.end()));
    const bytes = (Math.max(0, ...outcomes.map((outcome) => outcome.bytes)) / 1024 / 1024).toFixed(1);
    process.stdout.write(
      `${name}: ${JSON.stringify(statuses(outcomes))}, at most ${bytes} MiB each, last after ${quantile(outcomes, 1).toFixed(0)} ms; sender ${cpuMs.toFixed(0)} ms CPU\n`,
    );
    for (const [what, took] of [['other institution', others] as const, ['/healthz', health] as const]) {
      const [p50, p99, most] = [0.5, 0.99, 1].map((part) => quantile(took, part).toFixed(0));
      process.stdout.write(
        `  ${what}: ${JSON.stringify(statuses(took))}, p50 ${p50} ms, p99 ${p99} ms, most ${most} ms\n`,
      );
    }
    process.stdout.write(`  ${after}\n`);
  }
} finally {
  await scope.clear();
}

async function send(order: Order): Promise<Sent> {
  const sender = scope.run(Program.node('bench/neighbour/sender.ts', [JSON.stringify(order)]));
  await sender.exited;
  if (sender.stderr !== '') throw new Error(sender.stderr);
  return JSON.parse(sender.stdout) as Sent;
}
