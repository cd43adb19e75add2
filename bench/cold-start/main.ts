import { parseArgs } from 'node:util';
import { checkOut } from '../checkout.ts';
import { type Outcome, offer } from '../overload/offer.ts';
import { prepareBench } from '../prepare.ts';
import { median, quantile } from '../quantile.ts';
import { scenariosOf } from '../scenarios.ts';
import { type Environment, HERE, startApart, startOne } from '../shapes.ts';
import type { TargetProcess } from '../target-process.ts';

/**
 * `npm run bench:start`: how long requests take in each of the first seconds of new processes, whose code is not
 * compiled yet. Each round starts processes of both shapes, and offers them as many requests as they will later answer
 * with ease. `--compare REF` does the same with another commit.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    /** Requests per second of each scenario. */
    rate: { type: 'string', default: '100' },
    compare: { type: 'string' },
  },
});

const SCENARIOS = ['GET by id', 'page of 50', 'page of 50 appointments', 'create with key'];
const SOCKETS = 64;
/** Few, because looking up credentials is not what is measured; each may send 1000 requests a minute. */
const INTEGRATIONS = 8;

const SHAPES = {
  'one process': (environment: Environment, folder: string) => startOne('one-process.ts', environment, folder),
  'gateway + services': (environment: Environment, folder: string) => startApart('mux', environment, folder),
};

/** The times of a second's requests in milliseconds, for each second of each round. */
type Rounds = (readonly number[])[][];

let begun = 0;
const bench = await prepareBench();
const scenarios = scenariosOf(bench).filter(({ name }) => SCENARIOS.includes(name));
const other = values.compare === undefined ? undefined : await checkOut(values.compare);
try {
  const figures = new Map<string, Rounds>();
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [shape, start] of Object.entries(SHAPES)) {
      for (const folder of other ? [other.folder, HERE] : [HERE]) {
        const name = folder === HERE ? shape : `${shape}, ${values.compare}`;
        const target = await start(await bench.copy(), folder);
        const seconds = await measure(target).finally(() => target.stop());
        figures.getOrInsertComputed(name, () => []).push(seconds);
      }
    }
  }
  const seconds = Array.from({ length: Number(values.seconds) }, (_, index) => String(index + 1));
  for (const share of [0.5, 0.99]) {
    process.stdout.write(`${row(`p${share * 100} in second, ms`, seconds)}\n`);
    for (const [name, rounds] of figures) {
      const cells = seconds.map((_, second) => median(rounds.map((each) => quantile(each[second] ?? [], share))));
      process.stdout.write(
        `${row(
          name,
          cells.map((cell) => cell.toFixed(0)),
        )}\n`,
      );
    }
  }
} finally {
  await bench.stop();
  await other?.remove();
}

async function measure(target: TargetProcess): Promise<Rounds[number]> {
  const seconds: (readonly number[])[] = [];
  while (seconds.length < Number(values.seconds)) seconds.push(await offerAll(target));
  return seconds;
}

async function offerAll({ url }: TargetProcess): Promise<readonly number[]> {
  const authorizations = bench.authorizations.slice(0, INTEGRATIONS);
  const perSecond = Number(values.rate);
  const options = { url, authorizations, perSecond, seconds: 1, sockets: SOCKETS, next: () => begun++ };
  const outcomes = await Promise.all(scenarios.map((scenario) => offer(scenario, options)));
  return outcomes.flatMap(timesOf);
}

function timesOf({ accepted, shed, failed }: Outcome): readonly number[] {
  if (failed > 0) throw new Error(`${failed} requests failed`);
  return [...accepted, ...shed];
}

function row(name: string, cells: readonly string[]): string {
  return [name.padEnd(36), ...cells.map((cell) => cell.padStart(7))].join('');
}
