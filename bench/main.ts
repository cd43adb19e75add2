import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { TestNats } from '../test/support/nats/nats-server.ts';
import { type Checkout, checkOut, head } from './checkout.ts';
import { load } from './load.ts';
import { PEERS, startPeer } from './peers/start-peers.ts';
import { prepareBench } from './prepare.ts';
import { Report } from './report.ts';
import { type Scenario, scenariosOf, type WarmUp } from './scenarios.ts';
import { type Environment, HERE, startApart, startOne } from './shapes.ts';
import type { TargetProcess } from './target-process.ts';
import { WalMeter } from './wal-meter.ts';

/**
 * `npm run bench`: throughput and CPU of the product in both shapes, as ratios to the baseline if it serves the
 * scenario, measured in interleaved rounds of one run, so that other load on the machine affects all alike. Figures of
 * different runs or machines are not comparable: to see the effect of a change, `--compare REF` runs another commit in
 * the same rounds, and the bare route shows what the machine itself does. Each target has its own databases.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    // The name of a scenario, or a common prefix of several.
    scenario: { type: 'string' },
    // Also measures the cost of traces (all, and one in a hundred) and of a log line per request.
    observed: { type: 'boolean', default: false },
    // A commit whose two shapes are measured instead of unary calls.
    compare: { type: 'string' },
    // Other frameworks instead of unary calls, in the scenarios of users.
    peers: { type: 'boolean', default: false },
  },
});

interface Target {
  readonly process: TargetProcess;
  readonly prefix: string;
}

const ONE_PROCESS = 'one process';
const API = '/api/v4';
const LOOK_UPS_AT_ONCE = 20;
const targets = new Map<string, Target>();
let collector: TargetProcess | undefined;
let other: Checkout | undefined;
let nats: TestNats | undefined;
/** Of one integration. */
let rounds = 0;
const bench = await prepareBench();
const wal = await WalMeter.open(bench.serverUrl);
try {
  const report = new Report('baseline');
  process.stdout.write(`${new Date().toISOString().slice(0, 10)}, ${head()}, ${availableParallelism()} cores\n`);
  await add('baseline', '', startOne('baseline.ts', await bench.copy()));
  await add('bare', '', startOne('bare.ts', {}));
  if (values.compare !== undefined) await startCompared(values.compare, report);
  else if (values.peers) await startPeers();
  else await startAll();
  if (values.observed) await startObserved();
  for (const scenario of scenariosOf(bench)) {
    if (!scenario.name.startsWith(values.scenario ?? '') || (values.peers && !isOfUsers(scenario))) continue;
    await measure(scenario, report);
    process.stdout.write(report.table(scenario));
  }
} finally {
  for (const { process } of targets.values()) process.stop();
  collector?.stop();
  await nats?.remove();
  await wal.close();
  await bench.stop();
  await other?.remove();
}

async function add(name: string, prefix: string, starting: Promise<TargetProcess>): Promise<void> {
  targets.set(name, { process: await starting, prefix });
}

async function startAll(): Promise<void> {
  await add(ONE_PROCESS, API, startOne('one-process.ts', await bench.copy()));
  for (const transport of ['unary', 'mux'] as const)
    await add(`gateway + services, ${transport}`, API, startApart(transport, await bench.copy()));
}

/** Both shapes of this source and of another commit. */
async function startCompared(ref: string, report: Report): Promise<void> {
  other = await checkOut(ref);
  const shapes: [name: string, start: (environment: Environment, folder: string) => Promise<TargetProcess>][] = [
    [ONE_PROCESS, (environment, folder) => startOne('one-process.ts', environment, folder)],
    ['gateway + services', (environment, folder) => startApart('mux', environment, folder)],
  ];
  for (const [name, start] of shapes) {
    const before = `${name}, ${ref}`;
    await add(before, API, start(await bench.copy(), other.folder));
    await add(name, API, start(await bench.copy(), HERE));
    report.compare(name, before);
  }
}

/** Both shapes of the product with everything on, and the peers. */
async function startPeers(): Promise<void> {
  await add(ONE_PROCESS, API, startOne('one-process.ts', await bench.copy()));
  await add('gateway + services, mux', API, startApart('mux', await bench.copy()));
  nats = await TestNats.start();
  for (const [name, scripts] of PEERS) await add(name, '', startPeer(scripts, await bench.copy(), nats.url));
}

/** The product in one process with each kind of observability that has a cost. */
async function startObserved(): Promise<void> {
  collector = await startOne('collector.ts', {});
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const modes: [name: string, variables: Environment][] = [
    ['one process, all traced', traced],
    [
      'one process, 1% traced',
      { ...traced, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' },
    ],
    ['one process, requests logged', { LOG_REQUESTS: '1' }],
  ];
  for (const [name, variables] of modes)
    await add(name, API, startOne('one-process.ts', { ...(await bench.copy()), ...variables }));
}

/** Whether all requests concern the table that the peers serve. */
function isOfUsers({ steps }: Scenario): boolean {
  return steps.every(({ path }) => /^\/users\b/.test(path(0)));
}

/** Whether a target is measured in a scenario. */
function isMeasured(target: string, { name, aims }: Scenario): boolean {
  if (target === 'bare') return name.includes('GET by id');
  return target !== 'baseline' || aims !== undefined;
}

async function measure(scenario: Scenario, report: Report): Promise<void> {
  const measured = [...targets].filter(([name]) => isMeasured(name, scenario));
  let begun = 0;
  const next = () => begun++;
  for (let round = 0; round <= Number(values.rounds); round++) {
    // No target always follows the same one, whose last work may still occupy the database.
    for (const [name, target] of round % 2 === 1 ? measured : measured.toReversed()) {
      // Round 0 is the warm-up.
      const figure = await measureOnce(scenario, target, round === 0 ? scenario.warmUp : undefined, next);
      if (round > 0) report.add(scenario.name, name, figure);
    }
  }
}

/**
 * Has the target look up all integrations, whose records it then caches for five seconds: look-ups are not part of what
 * is measured.
 */
async function lookUpCredentials(
  { isCold }: Scenario,
  { process, prefix }: Target,
  authorizations: readonly string[],
  next: () => number,
) {
  const [getById] = scenariosOf(bench);
  if (prefix !== API || !getById || isCold) return;
  const extent = { amount: authorizations.length };
  const connections = Math.min(LOOK_UPS_AT_ONCE, authorizations.length);
  await load(getById, { url: process.url, prefix, authorizations, connections, extent, next });
}

/** Those of a round. */
function authorizationsOf({ integrations, isOfOne }: Scenario): readonly string[] {
  if (!isOfOne) return bench.authorizations.slice(0, integrations);
  const one = rounds++ % bench.authorizations.length;
  return bench.authorizations.slice(one, one + 1);
}

async function measureOnce(
  scenario: Scenario,
  { process, prefix }: Target,
  warmUp: WarmUp | undefined,
  next: () => number,
) {
  const authorizations = warmUp ? bench.authorizations : authorizationsOf(scenario);
  await lookUpCredentials(scenario, { process, prefix }, authorizations, next);
  const amount = warmUp?.requests ?? scenario.requests;
  const [before, walBefore] = [await process.cpuMs(), await wal.read()];
  const { requestsPerSecond, requests } = await load(scenario, {
    url: process.url,
    prefix,
    authorizations,
    connections: Math.min(
      Number(values.connections),
      warmUp?.connections ?? scenario.connections ?? Number.POSITIVE_INFINITY,
    ),
    extent: amount === undefined ? { duration: Number(values.seconds) } : { amount },
    next,
  });
  const walAfter = await wal.read();
  return {
    requestsPerSecond,
    cpuMsPerRequest: ((await process.cpuMs()) - before) / requests,
    walBytesPerRequest: (walAfter.bytes - walBefore.bytes) / requests,
    walFlushesPerRequest: (walAfter.flushes - walBefore.flushes) / requests,
  };
}
