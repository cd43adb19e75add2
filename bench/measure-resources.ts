import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { databaseVariable } from '../deploy/installation/database-urls.ts';
import { natsUsers } from '../deploy/installation/nats-users.ts';
import { TestNats } from '../test/support/nats/nats-server.ts';
import type { Program } from '../test/support/process/program.ts';
import { portOf, SERVICES, spawnGateway, spawnService } from '../test/support/process/service-process.ts';
import { load, type Measurement } from './load.ts';
import { type Bench, prepareBench } from './prepare.ts';
import { cpuMsOfProgram, type Usage, usageOf } from './process-usage.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';

/**
 * `npm run bench:resources`: CPU and memory of each process of an installation, idle (with how often it wakes) and
 * under each scenario of the bench, and the CPU time of PostgreSQL and NATS: the figures behind requests and limits in
 * `deploy/base` and behind `docs/capacity.md`. The heap is limited as in a container.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '32' },
    /** 60 % of a limit of 512 MiB, as in the images. */
    'heap-mib': { type: 'string', default: '307' },
    'idle-seconds': { type: 'string', default: '30' },
  },
});

const SERVERS = ['postgres', 'nats-server'];

const bench = await prepareBench();
const nats = await TestNats.start(natsUsers);
const programs = new Map<string, Program>();
let begun = 0;
try {
  const url = await startProcesses(bench);
  const rows = [await idle()];
  // One of a few hundred requests is too short for the clock of processes.
  for (const scenario of scenariosOf(bench).filter(({ requests }) => requests === undefined)) {
    // Unmeasured: code is not optimised yet.
    await loadWith(scenario, url);
    const before = usages();
    const { requests, requestsPerSecond } = await loadWith(scenario, url);
    const title = `${scenario.name}, ${requestsPerSecond.toFixed(0)} requests/s`;
    rows.push(row(title, before, (used) => used / Math.max(1, requests), 'ms'));
  }
  const peaks = [...programs].map(([name, program]) => `${name} ${usage(program).peakRssMiB.toFixed(0)}`);
  process.stdout.write(`${head()}${rows.join('')}\nMost memory ever held, in MiB: ${peaks.join(', ')}\n`);
} finally {
  for (const program of programs.values()) program.kill('SIGKILL');
  await nats.remove();
  await bench.stop();
}

function loadWith(scenario: Scenario, url: string): Promise<Measurement> {
  return load(scenario, {
    url,
    prefix: '/api/v4',
    authorizations: bench.authorizations,
    extent: { duration: Number(values.seconds) },
    connections: Math.min(Number(values.connections), scenario.connections ?? Number.POSITIVE_INFINITY),
    next: () => begun++,
  });
}

async function startProcesses({ environment }: Bench): Promise<string> {
  const more = { NODE_ENV: 'production', NODE_OPTIONS: `--max-old-space-size=${values['heap-mib']}` };
  const ports = new Map<string, number>();
  for (const service of SERVICES) {
    const address = { service, databaseUrl: environment[databaseVariable(service)] ?? '' };
    const program = spawnService(address, ports, { ...more, NATS_URL: nats.urlOf(service) });
    programs.set(service, program);
    ports.set(service, await portOf(program));
  }
  const gateway = spawnGateway(ports, { ...more, NATS_URL: nats.urlOf('gateway') });
  programs.set('gateway', gateway);
  return `http://127.0.0.1:${await portOf(gateway)}`;
}

/** What the processes use while idle, and how often each wakes in a second. */
async function idle(): Promise<string> {
  const before = usages();
  const seconds = Number(values['idle-seconds']);
  await delay(seconds * 1_000);
  const now = usages();
  const wakes = [...programs.keys()].map(
    (name) => `${(((now.wakeUps.get(name) ?? 0) - (before.wakeUps.get(name) ?? 0)) / seconds).toFixed(1)} times`,
  );
  const woken = `| woken each second | ${[...wakes, ...SERVERS.map(() => '')].join(' | ')} |\n`;
  return row('idle', before, (used) => used / seconds, 'ms each second') + woken;
}

function row(title: string, before: Used, cpu: (usedMs: number) => number, unit: string): string {
  const now = usages();
  const costOf = (name: string) =>
    `${cpu((now.cpuMs.get(name) ?? 0) - (before.cpuMs.get(name) ?? 0)).toFixed(2)} ${unit}`;
  const cells = [
    ...[...programs.keys()].map((name) => `${costOf(name)}, ${now.rssMiB.get(name)?.toFixed(0)} MiB`),
    ...SERVERS.map(costOf),
  ];
  return `| ${title} | ${cells.join(' | ')} |\n`;
}

function head(): string {
  const names = [...programs.keys(), ...SERVERS];
  return `| CPU per request, memory after | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}\n`;
}

interface Used {
  readonly cpuMs: ReadonlyMap<string, number>;
  readonly wakeUps: ReadonlyMap<string, number>;
  readonly rssMiB: ReadonlyMap<string, number>;
}

function usages(): Used {
  const used = [...programs].map(([name, program]) => [name, usage(program)] as const);
  const servers = SERVERS.map((name) => [name, cpuMsOfProgram(name)] as const);
  return {
    cpuMs: new Map([...used.map(([name, { cpuMs }]) => [name, cpuMs] as const), ...servers]),
    wakeUps: new Map(used.map(([name, { wakeUps }]) => [name, wakeUps])),
    rssMiB: new Map(used.map(([name, { rssMiB }]) => [name, rssMiB])),
  };
}

function usage(program: Program): Usage {
  return usageOf(program.child.pid ?? 0);
}
