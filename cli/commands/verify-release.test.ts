import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runCli } from '../../test/support/cli/run-cli.ts';
import { pathsBelow, pemOf, ReleaseClone } from '../../test/support/release-clone.ts';
import { opened, sealed, subjectsOf } from '../release/provenance.ts';
import { fingerprintOf, PROVENANCE, SIGNATURE, SUMS, sumsText } from '../release/release-files.ts';

const { publicKey, privateKey } = ReleaseClone.keys;
const other = generateKeyPairSync('ed25519');
const work = mkdtempSync(join(tmpdir(), 'lyceum-verify-'));
const made = join(work, 'made');
const keyFile = join(work, 'release-key.pem');
/** A copy of the release, for each test. */
const dist = join(work, 'dist');
const at = (path: string) => join(dist, path);

beforeAll(() => {
  const clone = new ReleaseClone();
  expect(clone.release()).toMatchObject({ status: 0, stderr: '' });
  cpSync(clone.dist, made, { recursive: true });
  writeFileSync(keyFile, pemOf(publicKey));
  clone.remove();
  return () => rmSync(work, { recursive: true });
});

beforeEach(() => {
  rmSync(dist, { recursive: true, force: true });
  cpSync(made, dist, { recursive: true });
});

const verify = (folder = dist, key = keyFile) => runCli(['verify-release', folder, '--key', key]);

/** Expects that the file is found to be wrong, and nothing before it. */
async function expectWrong(path: string, why: RegExp | string, key = keyFile): Promise<void> {
  const { code, stdout, stderr } = await verify(dist, key);
  expect([path, code, stderr]).toEqual([path, 1, '']);
  expect(stdout.startsWith(`${path} `)).toBe(true);
  expect(stdout).toMatch(why);
  expect(stdout).toMatch(/(Fetch the release again|fetch the release again|remove it)/);
}

/** Signs the folder as it is now: what only whoever has the key can do. */
function signAgain(key: KeyObject = privateKey): void {
  const paths = pathsBelow(dist).filter((path) => path !== SUMS && path !== SIGNATURE);
  const digest = (path: string) =>
    createHash('sha256')
      .update(readFileSync(at(path)))
      .digest('hex');
  const sums = Buffer.from(sumsText(new Map(paths.map((path) => [path, digest(path)]))));
  writeFileSync(at(SUMS), sums);
  writeFileSync(at(SIGNATURE), sign(null, sums, key));
}

it('says which version and commit it is, and whose', async () => {
  const { code, stdout, stderr } = await verify();
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^Lyceum ${packageJson.version}, of commit [0-9a-f]{40}\\n`));
  expect(stdout).toContain(`SHA256:${fingerprintOf(publicKey)}.`);
});

it('finds a flipped bit in every file, wherever it is', async () => {
  for (const path of pathsBelow(made)) {
    const content = readFileSync(at(path));
    for (const place of new Set([0, content.length >> 1, content.length - 1])) {
      const changed = Buffer.from(content);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      writeFileSync(at(path), changed);
      const isSigned = path !== SUMS && path !== SIGNATURE;
      await expectWrong(isSigned ? path : SUMS, isSigned ? 'is not what SHA256SUMS says' : 'has no signature');
    }
    writeFileSync(at(path), content);
  }
  expect(await verify()).toMatchObject({ code: 0 });
});

it('finds each file that is removed, renamed, cut off or replaced by a link', async () => {
  for (const path of pathsBelow(made)) {
    renameSync(at(path), at(`${path}.old`));
    await expectWrong(path, 'is missing');
    symlinkSync(at(`${path}.old`), at(path));
    await expectWrong(path, 'is no regular file');
    rmSync(at(path));
    writeFileSync(at(path), '');
    await expectWrong(
      path === SIGNATURE ? SUMS : path,
      path === SUMS || path === SIGNATURE ? 'signature' : 'is not what',
    );
    renameSync(at(`${path}.old`), at(path));
  }
});

it.each(['install.sh', 'manifests/blobs/sha256/x', 'SHA256SUMS2', 'a\u001b[2J'])(
  'finds %j, which was added',
  async (path) => {
    writeFileSync(at(path), 'x');
    await expectWrong(path.replace('\u001b', '\\u001b'), 'does not belong to the release');
  },
);

it('finds a file of a newer release beside the checksums of an older one', async () => {
  writeFileSync(at('openvex.json'), '{}');
  signAgain();
  for (const path of [SUMS, SIGNATURE]) cpSync(join(made, path), at(path));
  await expectWrong('openvex.json', 'is not what SHA256SUMS says');
});

it('finds a release by somebody else', async () => {
  const theirs = join(work, 'other-key.pem');
  writeFileSync(theirs, pemOf(other.publicKey));
  await expectWrong(SUMS, 'Compare the fingerprint of the key', theirs);
  signAgain(other.privateKey);
  await expectWrong(SUMS, 'has no signature of this key');
  // Their checksums, although they name their key: the provenance is by the former one.
  await expectWrong(PROVENANCE, 'is not signed by this key', theirs);
});

it('does not read checksums that fill the memory', async () => {
  writeFileSync(at(SUMS), Buffer.alloc(2 ** 20 + 1));
  await expectWrong(SUMS, 'is too large');
});

describe('although everything is signed', () => {
  it('finds provenance that is about other files', async () => {
    const statement = opened(readFileSync(at(PROVENANCE), 'utf8'), publicKey);
    if (!statement) throw new Error('The provenance is not signed.');
    const subject = subjectsOf(new Map([['openvex.json', '0'.repeat(64)]]));
    writeFileSync(at(PROVENANCE), sealed({ ...statement, subject }, privateKey));
    signAgain();
    await expectWrong(PROVENANCE, 'is about other files than SHA256SUMS');
  });

  it.each(['provenance.intoto.jsonl', 'manifests/index.json'])('finds that there is no %s', async (path) => {
    rmSync(at(path));
    signAgain();
    await expectWrong(path, 'is missing');
  });

  it('finds a part of the manifests that has gone, or has another digest', async () => {
    const [, layer = ''] = /"layers":.*?sha256:([0-9a-f]{64})/.exec(manifestText()) ?? [];
    const path = `manifests/blobs/sha256/${layer}`;
    renameSync(at(path), at('moved'));
    signAgain();
    await expectWrong(path, 'is missing, although manifests/blobs/sha256/');
    rmSync(at('moved'));
    writeFileSync(at(path), 'x');
    signAgain();
    await expectWrong(path, 'has another digest');
  });

  function manifestText(): string {
    const index = JSON.parse(readFileSync(at('manifests/index.json'), 'utf8'));
    return readFileSync(at(`manifests/blobs/${index.manifests[0].digest.replace(':', '/')}`), 'utf8');
  }
});

it.each([
  ['a folder that is not there', () => verify(join(work, 'gone')), 'error: The release cannot be read: ENOENT'],
  ['a key that is not there', () => verify(dist, join(work, 'gone')), 'is no public key of Ed25519 in PEM: ENOENT'],
  ['a file that is no key', () => verify(dist, at(SUMS)), 'is no public key of Ed25519 in PEM'],
])('exits with 2 for %s', async (_, run, message) => {
  const { code, stdout, stderr } = await run();
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});
