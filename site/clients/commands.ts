import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Writes the commands for integrators as one file that needs nothing but Node: `npx` with the address of the package
 * asks no registry. The licences of what it contains come with it.
 */
export async function bundleCommands(source: string, folder: string): Promise<void> {
  const bundle = await rolldown({ input: join(source, 'main.ts'), platform: 'node', transform: { target: 'node20' } });
  const { output } = await bundle.write({
    file: join(folder, 'lyceum-client.js'),
    codeSplitting: false,
    minify: true,
  });
  await bundle.close();
  const licences = await Promise.all([...packagesOf(Object.keys(output[0].modules))].map(licenceOf));
  await writeFile(join(folder, 'LICENSES.txt'), licences.join('\n\n'));
  for (const name of ['package.json', 'README.md']) await cp(join(source, name), join(folder, name));
}

/** The folders of the packages that these modules are from. */
function packagesOf(modules: readonly string[]): Set<string> {
  return new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
}

async function licenceOf(folder: string): Promise<string> {
  const name = (await readdir(folder)).sort().find((each) => /^licen[cs]e/i.test(each));
  const { name: packageName, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return `${packageName}: ${license}\n\n${name === undefined ? '' : await readFile(join(folder, name), 'utf8')}`;
}
