import { parseArgs } from 'node:util';
import { load } from '../load.ts';
import { prepareBench } from '../prepare.ts';
import { quantile } from '../quantile.ts';
import { scenariosOf } from '../scenarios.ts';
import { startOne } from '../shapes.ts';
import { type Outcome, offer } from './offer.ts';

/**
 * `npm run bench:overload`: successful responses under overload. Measures the capacity of the product in one process,
 * then offers multiples of it. The load comes from the same machine: sending and shedding reduce the capacity for the
 * rest.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    /** A read of the bench, by its name. */
    scenario: { type: 'string', default: 'page of 50 appointments' },
    /** The gateway's MAX_REQUESTS_IN_FLIGHT. */
    slots: { type: 'string', default: '200' },
    /** Its MAX_EVENT_LOOP_DELAY_MS; disabled by default, because the load generator also delays the event loop. */
    delay: { type: 'string', default: '0' },
  },
});

const MULTIPLES = [1, 2, 4, 8];
/** Clients that wait for each response before the next request: enough to keep the product busy, too few to queue. */
const CLIENTS = 32;

const seconds = Number(values.seconds);
const bench = await prepareBench();
const target = await startOne('one-process.ts', {
  ...bench.environment,
  MAX_REQUESTS_IN_FLIGHT: values.slots,
  MAX_EVENT_LOOP_DELAY_MS: values.delay,
});
try {
  const scenario = scenariosOf(bench).find(({ name }) => name === values.scenario);
  if (!scenario) throw new Error(`there is no scenario "${values.scenario}"`);
  let begun = 0;
  const common = { url: target.url, authorizations: bench.authorizations, next: () => begun++ };
  const capacity = async () =>
    (await load(scenario, { ...common, prefix: '/api/v4', extent: { duration: seconds }, connections: CLIENTS }))
      .requestsPerSecond;
  await capacity();
  const perSecond = await capacity();
  process.stdout.write(`${scenario.name}: ${perSecond.toFixed(0)} answers per second are the capacity\n\n`);
  process.stdout.write(`${row('offered', 'req/s', 'good/s', 'shed', 'failed', 'p50 ms', 'p99 ms', 'shed p99 ms')}\n`);
  for (const multiple of MULTIPLES) {
    const outcome = await offer(scenario, { ...common, perSecond: multiple * perSecond, seconds });
    process.stdout.write(`${row(`${multiple}x`, ...cellsOf(outcome))}\n`);
  }
} finally {
  target.stop();
  await bench.stop();
}

function cellsOf({ offeredSeconds, totalSeconds, accepted, shed, failed }: Outcome): string[] {
  const all = accepted.length + shed.length + failed;
  return [
    (all / offeredSeconds).toFixed(0),
    (accepted.length / totalSeconds).toFixed(0),
    `${((100 * shed.length) / all).toFixed(0)} %`,
    String(failed),
    ...[quantile(accepted, 0.5), quantile(accepted, 0.99), quantile(shed, 0.99)].map((ms) => ms.toFixed(0)),
  ];
}

function row(offered: string, ...cells: string[]): string {
  return [offered.padEnd(8), ...cells.map((cell) => cell.padStart(12))].join('');
}
