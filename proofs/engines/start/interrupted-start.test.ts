import { existsSync, readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import demo from '../../../dev/demo/demo-institution.json' with { type: 'json' };
import { type DataDirectory, isProcess } from '../../../test/support/data-directory.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { spawnLyceum } from '../../../test/support/process/lyceum-process.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';

const fileScope = new TestScope();
const scope = new TestScope();
let data: DataDirectory;
beforeAll(async () => {
  data = await fileScope.dataDirectory();
});
afterEach(() => scope.clear());
afterAll(() => fileScope.clear());

describe('SIGTERM in the middle of the first start', () => {
  it.each([
    ['while the cluster is made', () => readRecords().some((name) => name.startsWith('cluster.new-'))],
    ['while PostgreSQL starts', () => data.postmaster !== undefined],
  ])('%s: a signal is obeyed, and nothing is left running', async (_, moment) => {
    const program = scope.run(spawnLyceum(data));
    await until('the moment', moment);
    const postgres = await data.postgresProcesses();
    program.kill('SIGTERM');
    expect(await program.exited).toEqual({ code: 0, signal: null });
    expect(program.stdout).not.toContain('Lyceum is ready');
    expect(program.stderr).toBe('');
    expect([data.postmaster, ...postgres].filter((pid) => pid !== undefined && isProcess(pid))).toEqual([]);
    expect(readRecords().filter((name) => name.startsWith('cluster.new-'))).toEqual([]);
  });

  it('the next start completes what was interrupted', async () => {
    const { client } = await scope.startLyceum(data);
    expect((await client.get('/users')).body.data.length).toBeGreaterThan(0);
  });

  function readRecords(): string[] {
    return existsSync(data.dataPath) ? readdirSync(data.dataPath) : [];
  }
});

describe('SIGKILL in the middle of the first start', () => {
  it('while the demo institution is imported: the next start completes it', async () => {
    const fresh = await scope.dataDirectory();
    const killed = scope.run(spawnLyceum(fresh));
    const institutions = async () => {
      try {
        return await query(await fresh.databaseUrl('lyceum_directory'), 'SELECT id FROM institutions');
      } catch {
        return [];
      }
    };
    await until('the institution', async () => (await institutions()).length > 0);
    killed.kill('SIGKILL');
    await killed.exited;
    expect(killed.stdout).not.toContain('Lyceum is ready');

    const { client } = await scope.startLyceum(fresh);
    for (const [path, records] of Object.entries({
      '/users': demo.users,
      '/courses': demo.courses,
      '/locations': demo.locations,
      '/rooms': demo.locations.flatMap(({ rooms }) => rooms ?? []),
    })) {
      expect([path, (await client.walk(path)).length]).toEqual([path, records.length]);
    }
  });
});
