import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { load, type Scenario } from './load.ts';
import { type Bench, prepareBench } from './prepare.ts';
import { Report } from './report.ts';
import { TargetProcess } from './target-process.ts';

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

function scenarios({ userIds }: Bench): readonly Scenario[] {
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
  ];
}

async function startTargets({ environment }: Bench): Promise<void> {
  const bare = await target('bare', '');
  await bare.add('./targets/bare.ts', environment);
  const floor = await target('floor', '');
  await floor.add('./targets/floor.ts', environment);
  const one = await target('one process', '/api/v4');
  await one.add('./targets/one-process.ts', environment);
  for (const transport of ['unary', 'mux']) {
    const two = await target(`two, ${transport}`, '/api/v4');
    const port = await two.add('./targets/service.ts', environment);
    await two.add('./targets/gateway.ts', { ...environment, TRANSPORT: transport, DIRECTORY_URL: `127.0.0.1:${port}` });
  }
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
