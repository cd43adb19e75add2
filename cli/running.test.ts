import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RUNNING_FILE, withRunning } from './running.ts';

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'lyceum-running-'));
});
afterEach(() => rmSync(DATA_DIR, { recursive: true }));

const record = (pid: number, variables: object = { PORT: '8123', GRPC_PORT: '9123' }) =>
  writeFileSync(join(DATA_DIR, RUNNING_FILE), JSON.stringify({ pid, variables }));

describe('the addresses of the Lyceum that runs on the data folder', () => {
  it('are taken where nothing is set', () => {
    record(process.pid);
    const found = { LYCEUM_URL: 'http://localhost:8123', GRPC_PORT: '9123' };
    expect(withRunning({ DATA_DIR })).toMatchObject(found);
    expect(withRunning({ DATA_DIR, PORT: '0', GRPC_PORT: '0', LYCEUM_URL: '' })).toMatchObject(found);
  });

  it('do not replace what is set', () => {
    record(process.pid);
    expect(withRunning({ DATA_DIR, PORT: '1', GRPC_PORT: '2' })).toMatchObject({
      LYCEUM_URL: 'http://localhost:1',
      GRPC_PORT: '2',
    });
    const own = { DATA_DIR, LYCEUM_URL: 'http://a.example', GRPC_PORT: '2' };
    expect(withRunning(own)).toEqual(own);
  });

  it.each([{ GRPC_URL: 'a.example:9090' }, { DIRECTORY_URL: 'a.example:9090' }])(
    'are not those of an installation elsewhere: %j',
    (elsewhere) => {
      record(process.pid, { PORT: '8123', DIRECTORY_URL: '127.0.0.1:1', NATS_URL_FILE: '/x' });
      expect(withRunning({ DATA_DIR, ...elsewhere })).toEqual({ DATA_DIR, ...elsewhere });
    },
  );

  it('and a secret that is set is not read from the file of another', () => {
    record(process.pid, { NATS_URL_FILE: '/x' });
    expect(withRunning({ DATA_DIR, NATS_URL: 'nats://a' })).toEqual({ DATA_DIR, NATS_URL: 'nats://a' });
  });

  it('are none without a file, with a broken one, and of a process that has ended', () => {
    expect(withRunning({ DATA_DIR })).toEqual({ DATA_DIR });
    record(2 ** 30);
    expect(withRunning({ DATA_DIR })).toEqual({ DATA_DIR });
    writeFileSync(join(DATA_DIR, RUNNING_FILE), '{');
    expect(withRunning({ DATA_DIR })).toEqual({ DATA_DIR });
  });
});
