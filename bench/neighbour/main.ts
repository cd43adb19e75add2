import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fillInstitution } from '../../test/faults/neighbour/large-institution.ts';
import { startSlowReaders } from '../../test/faults/neighbour/slow-readers.ts';
import { getMany, type Outcome } from '../../test/faults/neighbour/target.ts';
import { quantile, statuses, watchReads } from '../../test/faults/neighbour/watch-reads.ts';
import { Installation } from './installation.ts';

/**
 * `npm run bench:neighbour`: what one institution can do to another by reading what is costly. The platform runs as in production, heaps held to what
 * the limits of `deploy/base` allow them; the figures are what each process has ever held, its CPU time, and how long the other's reads took.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    /** How long readers read nothing, in seconds. */
    'silent-seconds': { type: 'string', default: '30' },
    /** Only scenarios with the word in their name. */
    only: { type: 'string', default: '' },
  },
});
const count = Number(values.count);

const installation = await Installation.start();
try {
  const { target, other, operator } = await installation.openInstitutions();
  const { crowdedCourseId, longCourseId } = await fillInstitution(operator);
  const crowded = `/courses/${crowdedCourseId}/appointments?limit=100`;
  const calendar = `/courses/${longCourseId}/appointments.ics`;
  const scenarios: readonly [name: string, run: () => Promise<readonly Outcome[]>][] = [
    ['nothing', () => delay(2_000, [])],
    ['one page', () => getMany(target, crowded, 1)],
    [`${count} pages`, () => getMany(target, crowded, count)],
    [`${count} pages, fields=id`, () => getMany(target, `${crowded}&fields=id`, count)],
    ['one calendar', () => getMany(target, calendar, 1)],
    ['10 calendars', () => getMany(target, calendar, 10)],
    [
      `${count} readers that do not read`,
      async () => {
        const readers = await startSlowReaders(target, crowded, count);
        await delay(Number(values['silent-seconds']) * 1_000);
        process.stdout.write(`disconnected: ${readers.disconnected} of ${count}\n`);
        readers.end();
        return [];
      },
    ],
  ];
  for (const [name, run] of scenarios) {
    if (!name.includes(values.only)) continue;
    const watch = watchReads(other, ['/users?limit=1', '/appointments?limit=1']);
    const before = installation.usages();
    const outcomes = await run();
    await delay(500);
    const reads = await watch.end();
    process.stdout.write(
      `${name}: ${JSON.stringify(statuses(outcomes))}, ${bytesOf(outcomes)} MiB each, last after ${quantile(outcomes, 1).toFixed(0)} ms\n`,
    );
    process.stdout.write(
      `  other institution: ${JSON.stringify(statuses(reads))}, p50 ${quantile(reads, 0.5).toFixed(0)} ms, p99 ${quantile(reads, 0.99).toFixed(0)} ms, most ${quantile(reads, 1).toFixed(0)} ms\n`,
    );
    process.stdout.write(`  ${installation.usedSince(before)}\n`);
  }
} finally {
  await installation.stop();
}

function bytesOf(outcomes: readonly Outcome[]): string {
  return (Math.max(0, ...outcomes.map(({ bytes }) => bytes)) / 1024 / 1024).toFixed(1);
}
