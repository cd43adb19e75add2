import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** The machine's own Node 20, the oldest that the project and its client run on: on `PATH`, or where systems have it; null without one. */
export async function findNode20(): Promise<string | null> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  for (const folder of folders.filter((each) => !each.includes('node_modules'))) {
    const path = join(folder, 'node');
    const version = await promisify(execFile)(path, ['--version']).then(
      ({ stdout }) => stdout,
      () => '',
    );
    if (version.startsWith('v20.')) return path;
  }
  return null;
}
