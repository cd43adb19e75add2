import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestScope } from '../../../test/support/test-scope.ts';

/**
 * The wall clocks of processes, by libfaketime: each may differ from the machine's and be set while the process runs.
 * Timers and the monotonic clock stay as they are. A program in Go, such as nats-server, does not use the C library for
 * the time: its clock is the machine's, and the others differ from it.
 */
export class ProcessClocks {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws if libfaketime is not installed. The test scope removes the clocks. */
  static async make(scope: TestScope): Promise<ProcessClocks> {
    if (!existsSync(LIBRARY)) throw new Error('Debian’s package libfaketime is needed');
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-clocks-'));
    // PostgreSQL runs as another user.
    await chmod(folder, 0o755);
    scope.onClear(() => rm(folder, { recursive: true }));
    return new ProcessClocks(folder);
  }

  /** The environment of a process whose clock has this name. */
  environmentOf(name: string): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: join(this.#folder, name),
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
  }

  /** Sets clocks to some seconds ahead of the machine's. Resolves when their processes have taken that over. */
  async set(seconds: Readonly<Record<string, number>>): Promise<void> {
    for (const [name, ahead] of Object.entries(seconds)) {
      const path = join(this.#folder, name);
      await writeFile(`${path}.new`, `${ahead < 0 ? '' : '+'}${ahead}\n`);
      await rename(`${path}.new`, path);
    }
    await delay(TAKEN_OVER_MS);
  }
}

const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`;
/** Longer than processes keep what they have read. */
const TAKEN_OVER_MS = 1_500;
