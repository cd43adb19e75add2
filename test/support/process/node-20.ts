import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The machine's Node 20, the oldest version the project and its client support: from `PATH` or the usual folders; null
 * if there is none.
 */
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
