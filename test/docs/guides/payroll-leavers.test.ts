import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../support/postgres/query.ts';
import { Program, projectRoot } from '../../support/process/program.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';
import { Member, must } from '../../time-tracking/member.ts';
import { type School, schoolIn } from '../../time-tracking/school-in.ts';
import { fileOf, readGuides } from './guide.ts';

let school: School;
let folder: string;
let program: Program | undefined;
/** The program of the payroll guide, while members leave and a log is gone. */
const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());
beforeEach(async () => {
  school = await schoolIn(system, 'Europe/Berlin');
  folder = mkdtempSync(join(tmpdir(), 'lyceum-payroll-'));
  const client = join(folder, 'node_modules/@lyceum/client');
  mkdirSync(client, { recursive: true });
  writeFileSync(join(client, 'package.json'), '{ "type": "module", "exports": "./src/index.ts" }');
  symlinkSync(join(projectRoot, 'clients/typescript/src'), join(client, 'src'));
  for (const block of pageOf('quick-start')) {
    const file = fileOf(block);
    if (file?.startsWith('lyceum.')) writeFileSync(join(folder, file), block.text);
  }
});
afterEach(async () => {
  if (program?.isRunning) program.killGroup('SIGKILL');
  await program?.exited;
  rmSync(folder, { recursive: true });
});

/** A page of the guides. */
const pageOf = (name: string) => readGuides().find(({ slug }) => slug === name)?.blocks ?? [];

/**
 * How the program goes on from where it would begin to follow: it waits for those who leave, and follows until it has
 * what can be read. Then it says what it has, and whether the next round is empty.
 */
const LOOP = /^for \(; september\(\).*$/m;
const REST = `const { existsSync, writeFileSync } = await import('node:fs');
writeFileSync('ready', '');
while (!existsSync('gone')) await setTimeout(100);
for (; september().length < 2 || notRead.size < 1; await setTimeout(200)) await follow();
const before = JSON.stringify(at);
await follow();
console.log(JSON.stringify({ logs: september().length, gone: notRead.size }));
console.log(before === JSON.stringify(at) || 'cursor' in at ? 0 : 1);
`;

describe('the payroll program', () => {
  it('goes on when members are archived and a log is gone', async () => {
    const members = await Promise.all(['NH-0046', 'NH-0047'].map((code) => Member.create(school.client, code)));
    const text = pageOf('payroll').find((block) => block.language === 'ts')?.text ?? '';
    const [own = '', ...others] = text.split(LOOP);
    expect(others).toHaveLength(1);
    writeFileSync(join(folder, 'program.ts'), own + REST);
    const { clientId, clientSecret } = school.client;
    program = Program.spawn(`${projectRoot}node_modules/.bin/node`, ['program.ts'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? '',
        ...{ LYCEUM_URL: system.url, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret },
      },
      detached: true,
    });
    await until('the program to have sent the logs', () => existsSync(join(folder, 'ready')) || !program?.isRunning);
    const [ada, bob] = members as [Member, Member];
    for (const { userId } of [ada, bob])
      must(200, await school.client.patch(`/users/${userId}`, { isArchived: true }, { ifMatch: '*' }));
    await query(
      system.databases.url('timetracking'),
      `DELETE FROM time_records WHERE id = (SELECT id FROM time_records WHERE user_id = $1 ORDER BY start_time LIMIT 1)`,
      [ada.userId],
    );
    writeFileSync(join(folder, 'gone'), '');
    expect(await program.exited, program.stderr).toEqual({ code: 0, signal: null });
    expect(program.stdout).toBe('{"logs":2,"gone":1}\n0\n');
  });
});
