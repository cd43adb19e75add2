import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { copied, copiesOf } from './copies.ts';
import { namesOf } from './names.ts';
import { placesOf } from './places.ts';
import { templatesOf } from './templates.ts';

/**
 * `npm run resource:new -- SERVICE NAME`: writes a resource that requests create, read, list, change and delete. It has
 * a name; the developer adds its other fields.
 */
function main([service = '', kebab = '']: readonly string[]): void {
  if (!existsSync(`services/${service}/store/tables.ts`) || !/^[a-z]+(-[a-z]+)*$/.test(kebab)) {
    process.stderr.write('Usage: npm run resource:new -- SERVICE NAME (such as: directory announcement)\n');
    process.exitCode = 2;
    return;
  }
  const names = namesOf(service, kebab);
  const files = new Map(Object.entries(templatesOf(names)));
  for (const [from, to] of copiesOf(names)) files.set(to, copied(readFileSync(from, 'utf8'), names));
  for (const path of files.keys()) if (existsSync(path)) throw new Error(`${path} exists.`);
  for (const { path, before, text } of placesOf(names)) {
    const now = files.get(path) ?? readFileSync(path, 'utf8');
    const found = now.lastIndexOf(before);
    if (found < 0) throw new Error(`${path} has no ${before.trim()}, before which to write:\n${text}`);
    const at = found + (before.endsWith('[') ? before.length : 0);
    // The next number of the contract's enum.
    const numbers = now.matchAll(/ = (\d+) \[/g).map(([, number]) => Number(number));
    files.set(path, `${now.slice(0, at)}${text.replace('NEXT', `${Math.max(0, ...numbers) + 1}`)}${now.slice(at)}`);
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const code = [...files.keys()].filter((path) => path.endsWith('.ts'));
  spawnSync('node_modules/.bin/biome', ['check', '--write', ...code], { stdio: 'inherit' });
  process.stdout.write(`${[...files.keys()].join('\n')}
Add its fields, then: npm run proto:generate && npm run migration:new -- ${service} ${names.snakes} && npm run generate
`);
}

main(process.argv.slice(2));
