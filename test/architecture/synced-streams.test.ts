import { describe, expect, test } from 'vitest';
import { projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone, type Violation, violation } from './project/violations.ts';

/**
 * What enables JetStream on a server: a flag, a block of its configuration, a value of the chart, or code that writes a
 * block.
 */
const ENABLERS = [
  // A flag cannot say how to sync.
  /(?<=^[^#\n]*nats[^#\n]*)(--jetstream|-js)\b/gm,
  /^[^#\n]*\bjetstream"?\s*[:=]?\s*\{(?!\s*(enabled|"?max_))/gim,
  /^\s*jetstream:\s*\n\s+enabled: true/gm,
  /^[^#\n*]*\bstore_dir"?\s*[:=]/gm,
];
/** The setting itself, or the constant that holds it. */
const SYNCED = /\bsync_interval"?\s*[:=]?\s*['"]?always\b|\bJETSTREAM_SETTINGS\b/;

/** Not this file, which names what it looks for. */
const files = projectFiles().filter(({ path }) => !path.includes('synced-streams'));

test('every NATS server with JetStream syncs each event before it acknowledges it', () => {
  expectNone(
    files.flatMap(findUnsyncedStreams),
    'Set sync_interval: always (JETSTREAM_SETTINGS) in the jetstream block of the configuration, and enable it there, not by a flag.',
  );
});

test('the servers of every installation are among those that were looked at', () => {
  const synced = files.filter(({ text }) => /sync_interval|JETSTREAM_SETTINGS/.test(text)).map(({ path }) => path);
  const servers = ['deploy/nats/nats-server.conf', 'deploy/nats/values.yaml', 'dev/nats-server/start-nats-server.ts'];
  expect(synced).toEqual(expect.arrayContaining(servers));
});

describe('the checker', () => {
  const found = (text: string, path = 'x.yaml') => findUnsyncedStreams(new SourceFile(path, text)).length;

  test.each([
    "command: ['nats-server', '--jetstream', '--store_dir', '/data']",
    'jetstream { store_dir: /data }',
    'jetstream: { sync_interval: "2m", store_dir: "/data" }',
    'config:\n  jetstream:\n    enabled: true\n    fileStore:\n      enabled: true',
  ])('finds %j', (text) => {
    expect(found(text)).toBeGreaterThan(0);
  });

  test.each([
    'jetstream { store_dir: /data, sync_interval: always }',
    'config:\n  jetstream:\n    enabled: true\n    merge:\n      sync_interval: always',
    'COUNTS { jetstream { max_mem: 1, max_file: 0 } }',
    '# nats-server --jetstream would not sync',
  ])('lets %j pass', (text) => {
    expect(found(text)).toBe(0);
  });
});

/** Configurations of NATS servers with JetStream that may lose acknowledged events in a power failure. */
function findUnsyncedStreams(file: SourceFile): Violation[] {
  return ENABLERS.flatMap((enabler) => [...file.text.matchAll(enabler)])
    .filter(([found]) => /jetstream$|-js$/.test(found.trim()) || !SYNCED.test(file.text))
    .map(({ 0: found, index }) => violation(file, index, `${found.trim()} without sync_interval: always`));
}
