import { monitorEventLoopDelay } from 'node:perf_hooks';
import { hostileBodies } from '../../test/faults/neighbour/hostile-bodies.ts';
import { sendAtOnce } from '../../test/faults/neighbour/send-bodies.ts';
import { get, type Outcome, type Target } from '../../test/faults/neighbour/target.ts';
import { quantile, statuses, watchHealth, watchReads } from '../../test/faults/neighbour/watch-reads.ts';

/**
 * `npm run bench:bodies -- URL ID:SECRET ID:SECRET [COUNT [WORD…]]`: the first client sends a platform that runs hostile bodies, so many of each kind
 * at once, while the second one, of another institution, reads. A line for each kind says what became of the bodies, and how long the other one waited
 * at most. With words only the kinds that have them in their names.
 */
async function main([
  url = '',
  hostile = '',
  bystander = '',
  count = '60',
  ...words
]: readonly string[]): Promise<void> {
  const targetOf = (credentials: string): Target => ({
    url,
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  });
  const other = targetOf(bystander);
  // What is asked for the first time takes longer, whoever else is there.
  for (let n = 0; n < 20; n++)
    await Promise.all([get(other, '/users?limit=1'), get(targetOf(hostile), '/users?limit=1')]);
  for (const body of hostileBodies.filter(({ name }) => words.every((word) => name.includes(word)))) {
    const watches = [watchHealth(other), watchReads(other, ['/users?limit=1'])];
    const own = monitorEventLoopDelay({ resolution: 5 });
    own.enable();
    const outcomes = await sendAtOnce(targetOf(hostile), body, Number(count));
    const [health, reads] = await Promise.all(watches.map((watch) => watch.end()));
    const most = (of: readonly Outcome[] = []) => `${quantile(of, 1).toFixed(0)} ms ${JSON.stringify(statuses(of))}`;
    process.stdout.write(
      `${body.name}: ${JSON.stringify(statuses(outcomes))}, last after ${quantile(outcomes, 1).toFixed(0)} ms; /healthz at most ${most(health)}, the other's reads at most ${most(reads)}; this process itself was at most ${(own.max / 1e6).toFixed(0)} ms late\n`,
    );
  }
}

await main(process.argv.slice(2));
