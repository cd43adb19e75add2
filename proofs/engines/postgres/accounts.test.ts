import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProject } from '../../../libraries/embedded-postgres/testing/copy-project.ts';
import { type OwnerOptions, spawnOwner } from '../../../libraries/embedded-postgres/testing/spawn-owner.ts';
import { withClient } from '../../../libraries/pg-batch/index.ts';

const NOBODY = { uid: 65534, gid: 65534 };

/** Only root can switch users, and only root can access what other users cannot. */
describe.runIf(process.getuid?.() === 0)('as root', () => {
  let directory: string;
  let project: OwnerOptions;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lyceum-accounts-'));
    project = await copyProject(join(directory, 'project'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it("runs for an ordinary user, from another user's project", async () => {
    await chmod(directory, 0o755);
    const home = join(directory, 'home');
    await mkdir(home, { mode: 0o700 });
    await chown(home, NOBODY.uid, NOBODY.gid);
    await startTwice(join(home, 'data'), { ...project, ...NOBODY });
    expect((await stat(join(home, 'data', 'postgresql', 'cluster'))).uid).toBe(NOBODY.uid);

    const refused = spawnOwner(join(directory, 'elsewhere'), { ...project, ...NOBODY });
    expect(await refused.read()).toMatchObject({
      code: 'DATA_DIR_UNUSABLE',
      message: expect.stringContaining('EACCES'),
    });
    await refused.ended;
  });

  it('runs with project and data that only root can access, with the cluster elsewhere', async () => {
    await chmod(directory, 0o700);
    const dataDir = join(directory, 'data');
    await startTwice(dataDir, project);
    const dataPath = (await readFile(join(dataDir, 'postgresql', 'location'), 'utf8')).trim();
    try {
      expect((await stat(join(dataPath, 'cluster'))).uid).not.toBe(0);
      expect((await stat(join(dataDir, 'postgresql', 'password'))).uid).toBe(0);
    } finally {
      await rm(dataPath, { recursive: true });
    }
  });

  it('does not change the owner of an ordinary user’s data', async () => {
    await chmod(directory, 0o755);
    const home = join(directory, 'shared');
    await mkdir(home);
    await chown(home, NOBODY.uid, NOBODY.gid);
    await startTwice(join(home, 'data'), { ...project, ...NOBODY }, project, { ...project, ...NOBODY });
    expect((await stat(join(home, 'data', 'postgresql', 'cluster', 'PG_VERSION'))).uid).toBe(NOBODY.uid);
  });
});

/** Starts for each in turn: the first writes, the others read. */
async function startTwice(dataDir: string, first: OwnerOptions, ...others: OwnerOptions[]): Promise<void> {
  for (const options of [first, ...(others.length === 0 ? [first] : others)]) {
    const owner = spawnOwner(dataDir, options);
    await withClient({ connectionString: (await owner.read()).url ?? '' }, async (client) => {
      await client.query('CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS answer');
      expect((await client.query('SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
    });
    owner.order('stop');
    await owner.ended;
  }
}
