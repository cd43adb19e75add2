import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readManifest } from '../gateway/site/manifest.ts';
import { stateOfSources } from './sources.ts';

/**
 * Builds the documentation if its sources have changed, in a process of its own: what parses, highlights and compresses
 * it stays out of this one.
 * @throws Error if it cannot be built; the build has printed why
 */
export async function ensureSite(): Promise<void> {
  if ((await readManifest())?.sources === (await stateOfSources())) return;
  const args = ['--import', './dev/compile-cache.js', '--disable-warning=ExperimentalWarning', 'site/main.ts'];
  const build = spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('../', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  build.on('error', () => undefined);
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('The documentation could not be built: see above.');
}
