import { chown, mkdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DataDirectory, isProcess } from '../../../test/support/data-directory.ts';
import { welcomeOf } from '../../../test/support/process/lyceum-process.ts';
import { Program, type ProgramOptions } from '../../../test/support/process/program.ts';
import { ProjectCopy } from '../../../test/support/project-copy.ts';
import { TestScope } from '../../../test/support/test-scope.ts';

const NOBODY = { uid: 65534, gid: 65534 };
const scope = new TestScope();
afterEach(() => scope.clear());

/** Clones, starts, follows the printed instructions, presses Ctrl-C. */
async function startAsDocumented(parent: string, account: { uid?: number; gid?: number } = {}): Promise<DataDirectory> {
  const project = await ProjectCopy.make(parent);
  scope.onClear(() => project.remove());
  const home = join(project.path, 'home');
  await mkdir(home);
  if (account.uid !== undefined && account.gid !== undefined)
    for (const own of [project.path, home, join(project.path, 'site')]) await chown(own, account.uid, account.gid);
  const data = new DataDirectory(join(project.path, '.data'));
  scope.onClear(() => data.remove());

  const options: ProgramOptions = { cwd: project.path, detached: true, ...account, env: { HOME: home } };
  const program = scope.run(Program.spawn('npm', ['start'], options));
  const { curl, client } = await welcomeOf(program);
  const pasted = scope.run(Program.spawn('sh', ['-c', `${curl} --silent --show-error`]));
  expect([await pasted.exited, pasted.stderr]).toEqual([{ code: 0, signal: null }, '']);
  expect(JSON.parse(pasted.stdout).data).toHaveLength(7);
  expect((await client.post('/users', { email: 'ada@demo.example', name: 'Ada' })).status).toBe(201);

  const postgres = await data.postgresProcesses();
  program.killGroup('SIGINT');
  await program.exited;
  expect(program.stdout).not.toMatch(/"level":[456]0/);
  expect(postgres.filter(isProcess)).toEqual([]);
  return data;
}

describe.runIf(process.getuid?.() === 0)('npm start in a fresh clone', () => {
  it('as an ordinary user', async () => {
    await startAsDocumented(tmpdir(), NOBODY);
  });

  it('as root, below a home directory no one else can enter', async () => {
    const data = await startAsDocumented(homedir());
    expect(data.dataPath).not.toContain(data.path);
  });
});
