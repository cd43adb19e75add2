import { describe, expect, test } from 'vitest';
import { projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findUnsyncedStreams } from './rules/synced-streams.ts';

/** Not this rule and its test, which name what they look for. */
const files = projectFiles().filter(({ path }) => !path.includes('synced-streams'));

test('every NATS server with JetStream syncs each event before it acknowledges it', () => {
  expectNone(
    files.flatMap(findUnsyncedStreams),
    'Set sync_interval: always (JETSTREAM_SETTINGS) in the jetstream block of the configuration, and enable it there, not by a flag.',
  );
});

test('the servers of every installation are among those that were looked at', () => {
  const synced = files.filter(({ text }) => /sync_interval|JETSTREAM_SETTINGS/.test(text)).map(({ path }) => path);
  expect(synced).toEqual(
    expect.arrayContaining([
      'deploy/nats/nats-server.conf',
      'deploy/nats/values.yaml',
      'dev/nats-server/start-nats-server.ts',
    ]),
  );
});

describe('the checker', () => {
  const found = (text: string, path = 'x.yaml') => findUnsyncedStreams(new SourceFile(path, text)).length;
  const read = (path: string) => files.find((file) => file.path === path)?.text ?? '';

  test.each([
    "command: ['nats-server', '--jetstream', '--store_dir', '/data']",
    'ExecStart=/usr/sbin/nats-server -js -sd /var/lib/nats',
    'jetstream { store_dir: /data }',
    '{ "jetstream": { "store_dir": "/data" } }',
    'jetstream: { sync_interval: "2m", store_dir: "/data" }',
    'config:\n  jetstream:\n    enabled: true\n    fileStore:\n      enabled: true',
    'const jetstream = { store_dir: directory };',
  ])('finds %j', (text) => {
    expect(found(text)).toBeGreaterThan(0);
  });

  test.each([
    'jetstream { store_dir: /data, sync_interval: always }',
    '{ "jetstream": { "sync_interval": "always" } }',
    'config:\n  jetstream:\n    enabled: true\n    merge:\n      sync_interval: always',
    'COUNTS { jetstream { max_mem: 1, max_file: 0 } }',
    '# nats-server --jetstream would not sync',
  ])('lets %j pass', (text) => {
    expect(found(text)).toBe(0);
  });

  test.each(['deploy/nats/nats-server.conf', 'deploy/nats/values.yaml', 'dev/nats-server/start-nats-server.ts'])(
    'finds that %s lacks the setting when it is taken away',
    (path) => {
      const without = read(path).replaceAll(/"?sync_interval"?: "?always"?|JETSTREAM_SETTINGS/g, '"other": 1');
      expect([found(read(path), path), found(without, path) > 0]).toEqual([0, true]);
    },
  );
});
