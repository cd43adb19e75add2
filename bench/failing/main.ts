import { parseArgs } from 'node:util';
import { load } from '../load.ts';
import { prepareBench } from '../prepare.ts';
import { median } from '../quantile.ts';
import { newUser, type Scenario } from '../scenarios.ts';
import { startApart, startOne } from '../shapes.ts';
import type { TargetProcess } from '../target-process.ts';

/**
 * `npm run bench:failing`: what failing creates of one hostile party cost the others. Its clients send a quarter of all
 * creates, of which none, one in ten or half fail because the email is taken. Shows the throughput of the others, in
 * interleaved rounds of one run.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
});

const SHARES = [0, 0.1, 0.5];
const HONEST_CONNECTIONS = 48;
const HOSTILE_CONNECTIONS = 16;
/** Each can make 1000 requests per minute. */
const HOSTILE_INTEGRATIONS = 100;

const bench = await prepareBench();
const targets = new Map<string, TargetProcess>();
try {
  targets.set('one process', await startOne('one-process.ts', await bench.copy()));
  targets.set('gateway + services', await startApart('mux', await bench.copy()));
  for (const [name, target] of targets) process.stdout.write(rowOf(name, await measure(target)));
} finally {
  for (const target of targets.values()) target.stop();
  await bench.stop();
}

/** The others' creates per second for each share of failures, one figure per round; round 0 is the warm-up. */
async function measure(target: TargetProcess): Promise<ReadonlyMap<number, readonly number[]>> {
  const figures = new Map<number, number[]>(SHARES.map((share) => [share, []]));
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const share of round % 2 === 1 ? SHARES : SHARES.toReversed()) {
      const [honest] = await Promise.all([
        loadBy(target, creates(0), bench.authorizations.slice(HOSTILE_INTEGRATIONS), HONEST_CONNECTIONS),
        loadBy(target, creates(share), bench.authorizations.slice(0, HOSTILE_INTEGRATIONS), HOSTILE_CONNECTIONS),
      ]);
      if (round > 0) figures.get(share)?.push(honest.requestsPerSecond);
    }
  return figures;
}

function loadBy(target: TargetProcess, scenario: Scenario, authorizations: readonly string[], connections: number) {
  let begun = 0;
  const next = () => begun++;
  const extent = { duration: Number(values.seconds) };
  return load(scenario, { url: target.url, prefix: '/api/v4', authorizations, connections, extent, next });
}

/** Ten creates, a share of which fails. */
function creates(share: number): Scenario {
  const steps = Array.from({ length: 10 }, (_, index) => {
    const fails = index < share * 10;
    return {
      method: 'POST' as const,
      expectedStatus: fails ? 409 : 201,
      path: () => '/users',
      body: () => ({ ...newUser(), ...(fails && { email: 'user0@bench.example' }) }),
    };
  });
  return { name: `failing creates, ${share * 100} %`, steps };
}

function rowOf(target: string, figures: ReadonlyMap<number, readonly number[]>): string {
  const without = figures.get(0) ?? [];
  const cells = [...figures].map(([share, perSecond]) => {
    const ratio = median(perSecond.map((each, round) => each / (without[round] ?? Number.NaN)));
    return `${share * 100} % fail: ${median(perSecond).toFixed(0)}/s (${ratio.toFixed(2)})`;
  });
  return `${target.padEnd(20)} ${cells.join('   ')}\n`;
}
