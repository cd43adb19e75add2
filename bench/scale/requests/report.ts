import { randomBytes } from 'node:crypto';
import { quantile } from '../../quantile.ts';
import { requestOf } from '../../scenarios.ts';
import { startOne } from '../../shapes.ts';
import type { TargetProcess } from '../../target-process.ts';
import { cursorMaker } from '../cursors.ts';
import { type CaseParams, paramsOf } from '../year/case-params.ts';
import type { MadeYear } from '../year/make-year.ts';
import { DEEP_PAGES, REQUESTS, type Request } from './requests.ts';

/** A request of each turn, on one of the years. */
type RequestOf = (params: CaseParams) => Request;

interface Side {
  readonly year: MadeYear;
  readonly url: string;
  readonly requests: ReadonlyMap<string, RequestOf>;
}

const WARM_UP_TURNS = 20;
/** Different ones, so that a cached answer is not all that is measured. */
const TURNS = 60;
/** The allowed ratio to the small year. */
const AT_MOST = 1.3;

/**
 * Sends every request of one client to the product in one process, on both years alternately, so that other load on the
 * machine affects both alike; prints the lower quartiles of their times, which load that comes and goes hardly moves,
 * and the ratio.
 */
export async function reportRequests(small: MadeYear, full: MadeYear, print: (line: string) => void): Promise<void> {
  const cursorKeys = `bench:${randomBytes(32).toString('base64url')}`;
  const targets: TargetProcess[] = [];
  try {
    const sides: Side[] = [];
    for (const year of [small, full]) {
      const target = await startOne('one-process.ts', { ...year.environment, CURSOR_KEYS: cursorKeys });
      targets.push(target);
      sides.push({ year, url: target.url, requests: await requestsOf(year, cursorKeys) });
    }
    print('| request | ms small | ms full | ratio | |\n|---|---|---|---|---|');
    for (const name of sides[0]?.requests.keys() ?? []) {
      const [before = Number.NaN, after = Number.NaN] = await measure(sides, name);
      const ratio = after / before;
      print(
        `| ${name} | ${before.toFixed(2)} | ${after.toFixed(2)} | ${ratio.toFixed(2)} | ${ratio > AT_MOST ? 'GROWS' : ''} |`,
      );
    }
  } finally {
    for (const target of targets) target.stop();
  }
}

async function requestsOf(year: MadeYear, cursorKeys: string): Promise<ReadonlyMap<string, RequestOf>> {
  const { authorizations, large: institutionId } = year;
  const source = { identityUrl: year.url('identity'), cursorKeys, institutionId, authorizations };
  const cursorsOf = await cursorMaker(source);
  const deep = Object.entries(DEEP_PAGES).map(([name, { path, operation, position }]): [string, RequestOf] => {
    const cursors = cursorsOf(operation, position(paramsOf(year, 0)));
    return [name, ({ turn }) => ({ path: `${path}?limit=50&cursor=${cursors[turn % cursors.length]}` })];
  });
  return new Map([...Object.entries(REQUESTS), ...deep]);
}

/** The lower quartile of the times on each side, in milliseconds. */
async function measure(sides: readonly Side[], name: string): Promise<number[]> {
  const times = sides.map(() => [] as number[]);
  for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn++) {
    const both = [...sides.entries()];
    for (const [index, side] of turn % 2 === 0 ? both : both.toReversed()) {
      const ms = await send(side, name, turn);
      if (turn >= WARM_UP_TURNS) times[index]?.push(ms);
    }
  }
  return times.map((all) => quantile(all, 0.25));
}

/** Sends one request; returns the time until its answer was read, in milliseconds. */
async function send({ url, year, requests }: Side, name: string, turn: number): Promise<number> {
  const request = requests.get(name)?.(paramsOf(year, turn));
  if (!request) throw new Error(`there is no request "${name}"`);
  const { path, body } = request;
  const authorization = year.authorizations[turn % year.authorizations.length];
  const posted = { method: body ? 'POST' : 'GET', ...requestOf(body ? { body: () => body } : {}, turn, authorization) };
  const began = performance.now();
  const answer = await fetch(`${url}/api/v4${path}`, posted);
  const text = await answer.text();
  const ms = performance.now() - began;
  if (answer.status !== (body ? 409 : 200)) throw new Error(`${name}: ${answer.status} ${text.slice(0, 500)}`);
  return ms;
}
