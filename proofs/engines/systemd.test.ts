import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { projectRoot } from '../../test/support/process/program.ts';

const units = ['systemd', 'one-process'].flatMap((folder) =>
  readdirSync(`${projectRoot}deploy/${folder}`)
    .filter((name) => /\.(service|target|timer)$/.test(name))
    .map((name) => [name, `${projectRoot}deploy/${folder}/${name}`] as const),
);
const analyze = spawnSync('systemd-analyze', ['--version']).status === 0;
const skipped = analyze ? '' : ' (SKIPPED: there is no systemd-analyze here)';

it.skipIf(!analyze)(`systemd understands every line${skipped}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-units-'));
  try {
    for (const [name, path] of units) {
      const text = readFileSync(path, 'utf8');
      // The programs are not installed here.
      writeFileSync(join(folder, name), text.replaceAll(/(?<=^Exec\w+=)\S+/gm, process.execPath));
    }
    for (const { name } of services)
      copyFileSync(join(folder, 'lyceum@.service'), join(folder, `lyceum@${name}.service`));
    const files = readdirSync(folder).filter((name) => name !== 'lyceum@.service');
    const paths = files.map((name) => join(folder, name));
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' });
    expect((verified.stdout + verified.stderr).split('\n').filter((line) => line.includes('lyceum'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
