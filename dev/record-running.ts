import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RUNNING_FILE } from '../cli/running.ts';
import { writeAtomically } from '../libraries/embedded-postgres/index.ts';

/** Records in the data folder, for the command line, which variables lead to the Lyceum that runs on it. */
export async function recordRunning(dataDir: string, variables: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeAtomically(join(dataDir, RUNNING_FILE), JSON.stringify({ pid: process.pid, variables }), 0o644);
}
