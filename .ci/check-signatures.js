// Has npm check the registry's signatures of all installed packages. The exit code is 1 if one is wrong. Registries that only serve packages offer
// none, and without a network Sigstore's keys are missing: then a line says so, and the run goes on.
import { spawnSync } from 'node:child_process';

const args = ['audit', 'signatures', '--json', '--fetch-retries=0', '--fetch-timeout=60000'];
const { stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: 300_000 });
const { invalid, missing, error } = parsed(stdout);
const print = (line) => process.stdout.write(`Signatures of the registry: ${line}\n`);
if (!invalid) print(`not checked. ${error?.summary ?? 'npm gave no answer.'}`);
else if (invalid.length === 0) print(`none is wrong, ${missing.length} packages have none.`);
else {
  print(`WRONG for ${invalid.map(({ name, version }) => `${name} ${version}`).join(', ')}. Do not use these packages.`);
  process.exitCode = 1;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
