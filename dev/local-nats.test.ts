import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger } from '../platform/observability/log.ts';
import { openNats } from './local-nats.ts';
import { findNatsServer } from './nats-server/find-nats-server.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lyceum-nats-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('uses another port if a program takes the usual one after it was found free', async () => {
  const program = join(dataDir, 'nats-server');
  const isTaken = 'case "$*" in *" -p 4222 "*) exit 1;; esac';
  await writeFile(program, `#!/bin/sh\n${isTaken}\nexec ${await findNatsServer(process.env)} "$@"\n`, { mode: 0o755 });
  const nats = await openNats({ environment: {}, program, dataDir, log: silentLogger });
  try {
    expect(new URL(nats.urlOf('operator')).port).toMatch(/^(?!4222)\d+$/);
  } finally {
    await nats.stop();
  }
});
