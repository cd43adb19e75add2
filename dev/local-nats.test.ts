import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isOldNats } from '../deploy/nats/server-version.ts';
import { openNats } from './local-nats.ts';
import { findNatsServer } from './nats-server/find-nats-server.ts';
import { programVersion } from './nats-server/program-version.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lyceum-nats-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('uses another port if a program takes the usual one after it was found free, and warns of an old server', async () => {
  const program = join(dataDir, 'nats-server');
  const isTaken = 'case "$*" in *" -p 4222 "*) exit 1;; esac';
  await writeFile(program, `#!/bin/sh\n${isTaken}\nexec ${await findNatsServer(process.env)} "$@"\n`, { mode: 0o755 });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const nats = await openNats({ environment: {}, program, dataDir, log });
  try {
    expect(new URL(nats.urlOf('operator')).port).toMatch(/^(?!4222)\d+$/);
    const isWarned = lines.some((line) =>
      /NATS \d\S+ has known vulnerabilities: install 2\.11\.16 or later/.test(line),
    );
    expect(isWarned).toBe(isOldNats(await programVersion(program)));
  } finally {
    await nats.stop();
  }
});
