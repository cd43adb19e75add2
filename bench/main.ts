import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { peerVariable } from '../services/chassis/config/peers.ts';
import { load, type Scenario } from './load.ts';
import { type Bench, prepareBench } from './prepare.ts';
import { Report } from './report.ts';
import { TargetProcess } from './target-process.ts';
import { appointmentBody } from './timetable.ts';

/**
 * `npm run bench`: throughput and CPU of the product in both shapes as ratios to two floors, measured in interleaved rounds of one run, so
 * that what else the machine does weighs on all alike. Figures of different runs or machines do not compare.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    scenario: { type: 'string' },
  },
});

const bench = await prepareBench();
const targets = new Map<string, { process: TargetProcess; prefix: string }>();
try {
  await startTargets(bench);
  const report = new Report('floor');
  for (const scenario of scenarios(bench)) {
    if (values.scenario !== undefined && scenario.name !== values.scenario) continue;
    await measure(scenario, report);
    process.stdout.write(report.table(scenario));
  }
} finally {
  for (const { process } of targets.values()) process.stop();
  await bench.stop();
}

function scenarios({ userIds, timetable }: Bench): readonly Scenario[] {
  let created = 1_000_000;
  return [
    {
      name: 'GET by id',
      method: 'GET',
      expectedStatus: 200,
      path: (n) => `/users/${userIds[n % userIds.length]}`,
      aim: 1.5,
    },
    { name: 'page of 50', method: 'GET', expectedStatus: 200, path: () => '/users?limit=50', aim: 1.0 },
    {
      name: 'create with key',
      method: 'POST',
      expectedStatus: 201,
      path: () => '/users',
      body: () => JSON.stringify({ email: `${randomUUID()}@bench.example`, firstName: 'New', lastName: 'User' }),
      aim: 1.3,
    },
    {
      name: 'page of 50 appointments',
      method: 'GET',
      expectedStatus: 200,
      path: () => '/appointments?limit=50',
      aim: 1.0,
    },
    {
      name: 'create appointment',
      method: 'POST',
      expectedStatus: 201,
      path: () => '/appointments',
      body: () => JSON.stringify(appointmentBody(timetable, userIds, created++)),
      aim: 1.0,
    },
  ];
}

async function startTargets({ environment }: Bench): Promise<void> {
  const bare = await target('bare', '');
  await bare.add('./targets/bare.ts', environment);
  const floor = await target('floor', '');
  await floor.add('./targets/floor.ts', environment);
  const one = await target('one process', '/api/v4');
  await one.add('./targets/one-process.ts', environment);
  const each = await target('gateway + services', '/api/v4');
  const peers: Record<string, string> = {};
  const start = async (service: string, calls: readonly string[] = []) => {
    const port = await each.add('./targets/service.ts', {
      ...environment,
      ...peers,
      SERVICE: service,
      PEERS: calls.join(),
    });
    peers[peerVariable(service)] = `127.0.0.1:${port}`;
  };
  await start('directory');
  await start('locations');
  await start('scheduling', ['directory', 'locations']);
  await each.add('./targets/gateway.ts', { ...environment, ...peers });
}

async function target(name: string, prefix: string): Promise<TargetProcess> {
  const process = new TargetProcess();
  targets.set(name, { process, prefix });
  return process;
}

async function measure(scenario: Scenario, report: Report): Promise<void> {
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [name, { process, prefix }] of targets) {
      if (name === 'bare' && scenario.name !== 'GET by id') continue;
      const before = await process.cpuMs();
      const { requestsPerSecond, requests } = await load(scenario, {
        url: process.url,
        prefix,
        authorizations: bench.authorizations,
        seconds: Number(values.seconds),
        connections: Number(values.connections),
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
