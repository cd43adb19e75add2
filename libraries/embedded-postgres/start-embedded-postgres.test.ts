import { once } from 'node:events';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { makeTestDirectory, query, TEST_PROGRAM, withServer } from './testing/server.ts';

const directory: string = await makeTestDirectory();
/** One for all tests: making another one takes seconds. */
const dataDir: string = join(directory, 'a b', 'kept');
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('start and restart', () => {
  it('keeps databases, data and port between starts', async () => {
    const firstPort = await withServer(dataDir, async (server) => {
      await query(server.url('postgres'), 'CREATE DATABASE "odd ""name"""');
      await query(server.url('odd "name"'), 'CREATE TABLE kept AS SELECT 42 AS answer');
      return server.port;
    });
    await withServer(dataDir, async (server) => {
      expect(await query(server.url('odd "name"'), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      expect(server.port).toBe(firstPort);
    });
    expect((await stat(join(dataDir, 'postgresql', 'password'))).mode & 0o777).toBe(0o600);
    expect(await readdir(join(dataDir, 'postgresql'))).not.toContain('programs');
  });

  it('gives UTF-8, UTC, code point order, ICU and the extensions, on the loopback alone and by password alone', async () => {
    await withServer(dataDir, async (server) => {
      const url = server.url('postgres');
      const settings = `SELECT current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone, 'B' < 'a' AS by_code_point,
        'a' < 'B' COLLATE "und-x-icu" AS by_alphabet, current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets,
        current_setting('fsync') AS fsync, current_setting('max_connections')::int AS connections, upper('é') AS upper`;
      expect(await query(url, settings)).toEqual([
        {
          encoding: 'UTF8',
          zone: 'UTC',
          by_code_point: true,
          by_alphabet: true,
          addresses: '127.0.0.1',
          sockets: '',
          fsync: 'off',
          connections: 100,
          upper: 'É',
        },
      ]);
      await query(url, 'CREATE EXTENSION btree_gist');
      await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    });
  });

  it('uses another port if its own is taken', async () => {
    const port = await withServer(dataDir, async (server) => server.port);
    const thief = createServer().listen(port, '127.0.0.1');
    await once(thief, 'listening');
    try {
      await withServer(dataDir, async (server) => {
        expect(server.port).not.toBe(port);
        expect(await query(server.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      });
    } finally {
      thief.close();
    }
  });

  it('does not mistake a process that has the pid of the old server for the server', async () => {
    const file = join(dataDir, 'postgresql', 'cluster', 'postmaster.pid');
    const text = await withServer(dataDir, () => readFile(file, 'utf8'));
    await writeFile(file, text.replace(/^\d+/, String(process.pid)));
    expect(await withServer(dataDir, (server) => query(server.url('postgres'), 'SELECT 1 AS one'))).toEqual([
      { one: 1 },
    ]);
  });
});

describe('failures', () => {
  it('reports what is wrong with an unusable data directory', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    await expect(startEmbeddedPostgres({ program: TEST_PROGRAM, dataDir: join(file, 'data') })).rejects.toMatchObject({
      code: 'DATA_DIR_UNUSABLE',
      message: expect.stringMatching(/The data directory .*file\/data cannot be used: ENOTDIR/),
    });
  });

  it('ends the error with the last lines of PostgreSQL’s log, and releases the directory', async () => {
    const control = join(dataDir, 'postgresql', 'cluster', 'global', 'pg_control');
    await rename(control, `${control}.away`);
    await expect(startEmbeddedPostgres({ program: TEST_PROGRAM, dataDir })).rejects.toMatchObject({
      code: 'SERVER_NOT_STARTED',
      message: expect.stringContaining('could not find the database system'),
    });
    await rename(`${control}.away`, control);
    expect(await withServer(dataDir, (server) => query(server.url('postgres'), 'SELECT 1 AS one'))).toEqual([
      { one: 1 },
    ]);
  });

  it('does not create a new cluster if only the password is lost', async () => {
    await rm(join(dataDir, 'postgresql', 'password'));
    await expect(startEmbeddedPostgres({ program: TEST_PROGRAM, dataDir })).rejects.toMatchObject({
      code: 'DATA_DIR_UNUSABLE',
      message: expect.stringContaining('postgresql/password is missing'),
    });
  });
});
