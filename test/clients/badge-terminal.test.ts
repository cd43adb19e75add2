import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toInstantText } from '../../platform/core/instant.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { Program, projectRoot } from '../support/process/program.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { type Member, must } from '../time-tracking/member.ts';
import { type School, schoolIn } from '../time-tracking/school-in.ts';

const EXAMPLE = join(projectRoot, 'clients/typescript/examples/badge-terminal');
const FILES = ['punch-queue.ts', 'badge-terminal.ts'];

let system: TestSystem;
let school: School;
let proxy: FaultyProxy;
let folder: string;
let terminal: Program | undefined;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  // The terminal's own clock.
  system.clock.set(new Date().toISOString());
  school = await schoolIn(system, 'Europe/Berlin');
});
afterAll(() => system?.stop());

beforeEach(async () => {
  proxy = await FaultyProxy.open(system.url);
  folder = mkdtempSync(join(tmpdir(), 'lyceum-terminal-'));
  for (const file of FILES) cpSync(join(EXAMPLE, file), join(folder, file));
  const client = join(folder, 'node_modules/@lyceum/client');
  mkdirSync(client, { recursive: true });
  writeFileSync(join(client, 'package.json'), '{ "type": "module", "exports": "./src/index.ts" }');
  symlinkSync(join(projectRoot, 'clients/typescript/src'), join(client, 'src'));
});
afterEach(async () => {
  if (terminal?.isRunning) terminal.kill('SIGKILL');
  await terminal?.exited;
  await proxy.close();
  rmSync(folder, { recursive: true });
});

/** Starts the terminal. @param url where it looks for the API; nothing listens on port 9 */
function start(lines: string, url = proxy.url, node: readonly string[] = []): Program {
  writeFileSync(join(folder, 'input'), lines);
  const { clientId, clientSecret } = school.client;
  const command = [`${projectRoot}node_modules/.bin/node`, ...node, 'badge-terminal.ts'];
  terminal = Program.spawn('sh', ['-c', 'exec "$0" "$@" < input', ...command], {
    cwd: folder,
    env: { LYCEUM_URL: url, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret },
  });
  return terminal;
}

/** Runs the terminal until it has taken some lines, and sent what it can. */
async function run(lines: string, url?: string, node?: readonly string[]): Promise<Program> {
  const program = start(lines, url, node);
  expect(await program.exited, program.stderr).toEqual({ code: 0, signal: null });
  return program;
}

const OFFLINE = 'http://127.0.0.1:9';
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

/**
 * Leaves a working day with a break, for each member, in the queue: as a terminal that was offline and lost its power.
 */
function keepDays(members: readonly Member[]): void {
  const hours = { start: 8, pause: 12, resume: 13, stop: 17 };
  const punches = Object.entries(hours).flatMap(([kind, hour]) =>
    members.map(({ code }) => ({
      key: crypto.randomUUID(),
      kind,
      code,
      at: toInstantText(Date.UTC(2026, 9, 5, hour)),
    })),
  );
  writeFileSync(join(folder, 'punches.jsonl'), punches.map((punch) => `${JSON.stringify(punch)}\n`).join(''));
}

const newMembers = (count: number) => Promise.all(Array.from({ length: count }, () => school.newMember()));

async function expectDays(members: readonly Member[]): Promise<void> {
  for (const member of members)
    expect(await member.state()).toMatchObject({ active: null, logs: [{ pauses: [{}], workedMinutes: 480 }] });
}

describe('the example of a badge terminal', () => {
  it('sends each punch once, in order, whatever is lost on the way', async () => {
    const members = await newMembers(3);
    keepDays(members);
    const unavailable = {
      status: 503,
      type: 'application/problem+json',
      body: '{"status":503,"code":"internal_error"}',
    };
    proxy.fates.push('pass', 'pass', 'answer-lost', 'lost', 'pass', unavailable, 'answer-lost', 'pass', 'answer-lost');
    const { stdout } = await run('');
    expect(stdout.trim().split('\n')).toHaveLength(12);
    expect(read('punches.jsonl')).toBe('');
    await expectDays(members);
  });

  it('loses nothing and sends nothing twice when it is killed, even while it writes', async () => {
    const members = await newMembers(3);
    keepDays(members);
    proxy.fates.push('pass', 'pass', 'pass', 'pass', 'answer-lost', 'silent');
    const first = start('');
    await until('the last request before the power cut', () => proxy.fates.length === 0);
    first.kill('SIGKILL');
    await first.exited;
    const [before = ''] = read('punches.jsonl').split(/(?<=\n)$/);
    writeFileSync(join(folder, 'punches.jsonl'), `${before}{"key":"half a li`);
    await run('');
    expect(read('punches.jsonl')).toBe('');
    await expectDays(members);
    expect(existsSync(join(folder, 'rejected.jsonl'))).toBe(false);
  });

  it('keeps punches without the API, and sends them to the member who had the badge then', async () => {
    const [ada, bob] = [await school.newMember('Badge-0042'), await school.newMember('Badge-0007')];
    await run('');
    expect((await run('start Badge-0042\n', OFFLINE)).stderr).toContain('wait for the next start: 1');
    must(200, await school.client.patch(`/users/${ada.userId}`, { code: 'Badge-0099' }, { ifMatch: '*' }));
    must(200, await school.client.patch(`/users/${bob.userId}`, { code: 'badge-0042' }, { ifMatch: '*' }));
    const taken = JSON.parse(read('punches.jsonl'));
    expect((await run('')).stdout).toBe('start badge-0042: open\n');
    expect(await ada.active()).toMatchObject({ startTime: taken.at });
    expect(await bob.active()).toBeNull();
    await run('start Badge-0042\nstop badge-0099\n');
    expect(await bob.active()).toMatchObject({ status: 'open' });
    expect(await ada.active()).toBeNull();
  });

  it('leaves to a person what does not fit, and goes on', async () => {
    const member = await school.newMember();
    const { stderr } = await run(`stop ${member.code}\nstart nobody\njump\nstart ${member.code}\n`);
    expect(stderr).toContain('What does “jump” mean?');
    const rejected = read('rejected.jsonl').trim().split('\n');
    expect(rejected.map((line) => JSON.parse(line))).toMatchObject([
      { kind: 'stop', code: member.code.toLowerCase(), problem: { status: 409, code: 'conflict' } },
      { kind: 'start', code: 'nobody', problem: { status: 404, code: 'resource_not_found' } },
    ]);
    expect(await member.active()).toMatchObject({ status: 'open' });
  });

  it('keeps the punches of a member behind one without a final response, and sends those of others', async () => {
    const [ada, bob] = await newMembers(2);
    keepDays([ada as Member, bob as Member]);
    const refused = { status: 401, type: 'application/problem+json', body: '{"status":401,"code":"unauthorized"}' };
    proxy.fates.push('pass', 'pass', 'pass', refused);
    const { stderr } = await run('');
    expect(stderr).toContain('wait for the next start: 4');
    await expectDays([ada as Member]);
    await run('');
    await expectDays([bob as Member]);
  });

  const slow = (ms: number) => [
    '--import',
    `data:text/javascript,const now = Date.now; Date.now = () => now() - ${ms};`,
  ];
  /** Whether what Lyceum has is the true time, as far as a test can take. */
  const isTrue = (instant: string) => Math.abs(Date.parse(instant) - Date.now()) < 300_000;

  it('says when its clock is wrong, and sends the right time', async () => {
    const [ada, bob] = await newMembers(2);
    const wrong = await run(`start ${ada?.code}\n`, proxy.url, slow(600_000));
    expect(wrong.stderr).toMatch(/^The clock of this terminal is wrong by -(599|600|601) seconds: set it\.\n$/);
    await run(`start ${bob?.code}\n`, proxy.url, slow(-3_600_000));
    for (const member of [ada, bob]) expect(isTrue((await member?.active())?.startTime)).toBe(true);
  });

  it('corrects what it has taken offline, once, whatever is lost and however its clock is set meanwhile', async () => {
    const [member] = await newMembers(1);
    const offline = await run(`start ${member?.code}\n`, OFFLINE, slow(3_600_000));
    expect(offline.stderr).toContain('wait for the next start: 1');
    proxy.fates.push('pass', 'pass', 'answer-lost', 'lost', 'lost', 'lost');
    await run('', proxy.url, slow(3_600_000));
    expect(JSON.parse(read('punches.jsonl').trim().split('\n').at(-1) ?? '')).toMatchObject({ isExact: true });
    await run('');
    expect(read('punches.jsonl')).toBe('');
    expect(existsSync(join(folder, 'rejected.jsonl'))).toBe(false);
    expect(isTrue((await member?.active())?.startTime)).toBe(true);
  });

  it('sends nothing while it cannot compare its clock', async () => {
    const [member] = await newMembers(1);
    const refused = { status: 401, type: 'application/problem+json', body: '{"status":401,"code":"unauthorized"}' };
    // Each round compares it first.
    proxy.fates.push(...Array.from({ length: 9 }, () => refused));
    const { stderr } = await run(`start ${member?.code}\n`);
    expect(stderr).toContain('wait for the next start: 1');
    proxy.fates.splice(0);
    expect(await member?.active()).toBeNull();
    await run('');
    expect(await member?.active()).toMatchObject({ status: 'open' });
  });
});
