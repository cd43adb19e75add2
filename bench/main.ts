import { parseArgs } from 'node:util';
import { peerVariable } from '../platform/process/peers.ts';
import { load } from './load.ts';
import { type Bench, prepareBench } from './prepare.ts';
import { Report } from './report.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';
import { TargetProcess } from './target-process.ts';

/**
 * `npm run bench`: throughput and CPU of the product in both shapes, as ratios to two floors where there are any, measured in interleaved
 * rounds of one run, so that what else the machine does weighs on all alike. Figures of different runs or machines do not compare.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    // The name of one, or the beginning of several names.
    scenario: { type: 'string' },
    // Also what traces, all of them and one in a hundred, and a line of the log for each request cost.
    observed: { type: 'boolean', default: false },
  },
});

/** Each behind those that it calls. */
const SERVICES = [
  ['directory', []],
  ['locations', []],
  ['curricula', []],
  ['scheduling', ['directory', 'locations']],
  ['timetracking', ['directory']],
] as const;

const bench = await prepareBench();
const collector = new TargetProcess();
const targets = new Map<string, { process: TargetProcess; prefix: string }>();
try {
  await startTargets(bench);
  const report = new Report('floor');
  for (const scenario of scenariosOf(bench)) {
    if (!scenario.name.startsWith(values.scenario ?? '')) continue;
    await measure(scenario, report);
    process.stdout.write(report.table(scenario));
  }
} finally {
  for (const { process } of targets.values()) process.stop();
  collector.stop();
  await bench.stop();
}

async function startTargets({ environment }: Bench): Promise<void> {
  const bare = await target('bare', '');
  await bare.add('./targets/bare.ts', environment);
  const floor = await target('floor', '');
  await floor.add('./targets/floor.ts', environment);
  const one = await target('one process', '/api/v4');
  await one.add('./targets/one-process.ts', environment);
  if (values.observed) await startObserved(environment);
  for (const transport of ['unary', 'mux']) {
    const each = await target(`gateway + services, ${transport}`, '/api/v4');
    const peers: Record<string, string> = {};
    for (const [service, calls] of SERVICES) {
      const own = { ...environment, ...peers, SERVICE: service, PEERS: calls.join() };
      peers[peerVariable(service)] = `127.0.0.1:${await each.add('./targets/service.ts', own)}`;
    }
    await each.add('./targets/gateway.ts', { ...environment, ...peers, TRANSPORT: transport });
  }
}

/** The product in one process, seen in each of the ways that cost something. */
async function startObserved(environment: Bench['environment']): Promise<void> {
  await collector.add('./targets/collector.ts', environment);
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const ways: [name: string, variables: Record<string, string>][] = [
    ['one process, all traced', traced],
    [
      'one process, 1% traced',
      { ...traced, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' },
    ],
    ['one process, requests logged', { LOG_REQUESTS: '1' }],
  ];
  for (const [name, variables] of ways) {
    const observed = await target(name, '/api/v4');
    await observed.add('./targets/one-process.ts', { ...environment, ...variables });
  }
}

async function target(name: string, prefix: string): Promise<TargetProcess> {
  const process = new TargetProcess();
  targets.set(name, { process, prefix });
  return process;
}

/** The targets of a scenario. */
function isMeasured(target: string, { name, aim }: Scenario): boolean {
  if (target === 'bare') return name === 'GET by id';
  return target !== 'floor' || aim !== null;
}

async function measure(scenario: Scenario, report: Report): Promise<void> {
  let begun = 0;
  const next = () => begun++;
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [name, { process, prefix }] of targets) {
      if (!isMeasured(name, scenario)) continue;
      const before = await process.cpuMs();
      const { requestsPerSecond, requests } = await load(scenario, {
        url: process.url,
        prefix,
        authorizations: bench.authorizations,
        seconds: Number(values.seconds),
        connections: Math.min(Number(values.connections), scenario.connections ?? Number.POSITIVE_INFINITY),
        next,
      });
      // Round 0 warms up.
      if (round > 0)
        report.add(scenario.name, name, {
          requestsPerSecond,
          cpuMsPerRequest: ((await process.cpuMs()) - before) / requests,
        });
    }
  }
}
