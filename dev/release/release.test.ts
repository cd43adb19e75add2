import { execFileSync, spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../cli/release/release-files.ts';
import { BUNDLED } from '../../docs/generate/licences.ts';
import packageJson from '../../package.json' with { type: 'json' };
import packageLock from '../../package-lock.json' with { type: 'json' };
import { Dockerfile } from '../../test/support/deploy/dockerfile.ts';
import { imageFiles } from '../../test/support/deploy/image-files.ts';
import { productionPackages } from '../../test/support/deploy/production-packages.ts';
import { pathsBelow, pemOf, ReleaseClone } from '../../test/support/release-clone.ts';

const clone = new ReleaseClone();
/** Files come in another order from the file system of memory. */
const elsewhere = new ReleaseClone({ parent: existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), from: clone });
const work = mkdtempSync(join(tmpdir(), 'lyceum-release-'));

beforeAll(() => {
  const made = clone.release();
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain(`SHA256:${fingerprintOf(ReleaseClone.keys.publicKey)}`);
  return () => {
    for (const each of [clone, elsewhere]) each.remove();
    rmSync(work, { recursive: true });
  };
});

const pathOf = (path: string) => join(clone.dist, path);
const readJson = (path: string) => JSON.parse(readFileSync(pathOf(path), 'utf8'));

function linesOf(program: string, ...args: readonly string[]): string[] {
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\n')
    .filter(Boolean);
}

it('is equal byte for byte from another folder, with another umask, zone, locale and order of files', () => {
  const key = join(work, 'release.key');
  writeFileSync(key, pemOf(ReleaseClone.keys.privateKey));
  const there = { umask: '077', TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8' };
  const made = elsewhere.release({ ...there, RELEASE_SIGNING_KEY: '', RELEASE_SIGNING_KEY_FILE: key });
  expect(made).toMatchObject({ status: 0, stderr: '' });
  expect(pathsBelow(elsewhere.dist)).toEqual(pathsBelow(clone.dist));
  for (const path of pathsBelow(clone.dist)) {
    const isEqual = readFileSync(join(elsewhere.dist, path)).equals(readFileSync(pathOf(path)));
    expect([path, isEqual]).toEqual([path, true]);
  }
});

it('can be built again by those who lack the key, but not as a release', () => {
  expect(elsewhere.release({ RELEASE_SIGNING_KEY: '' }, '--unsigned')).toMatchObject({ status: 0, stderr: '' });
  const signed = linesOf('cat', pathOf('SHA256SUMS')).filter((line) => !line.includes('provenance'));
  expect(linesOf('cat', join(elsewhere.dist, 'SHA256SUMS'))).toEqual(signed);
  expect(pathsBelow(clone.dist).filter((path) => !pathsBelow(elsewhere.dist).includes(path))).toEqual([
    'SHA256SUMS.sig',
    'provenance.intoto.jsonl',
  ]);
});

describe('is refused', () => {
  it.each([
    ['without a key', { RELEASE_SIGNING_KEY: '' }, 'RELEASE_SIGNING_KEY is missing'],
    ['with a key of another kind', { RELEASE_SIGNING_KEY: rsaKey() }, 'of the type rsa, not ed25519'],
    ['with what is no key', { RELEASE_SIGNING_KEY: 'secret' }, 'RELEASE_SIGNING_KEY'],
    [
      'with a key whose public half the commit has not',
      { RELEASE_SIGNING_KEY: pemOf(generateKeyPairSync('ed25519').privateKey) },
      'Commit the public half of RELEASE_SIGNING_KEY as release-key.pem first',
    ],
  ])('%s', (_, environment, message) => {
    const { status, stderr } = clone.release(environment);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).not.toContain('    at ');
  });

  it('with another option', () => {
    expect(clone.release({}, '--unsign')).toMatchObject({ status: 1, stderr: expect.stringContaining('Usage: ') });
  });

  it('with a file that is in no commit', () => {
    const path = join(clone.path, 'docs/draft.md');
    writeFileSync(path, '');
    const { status, stderr } = clone.release();
    rmSync(path);
    expect([status, stderr]).toEqual([1, expect.stringContaining('?? docs/draft.md')]);
  });

  function rsaKey(): string {
    return pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
  }
});

it('has its checksums and its signature in forms that other programs check', () => {
  expect(spawnSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: clone.dist }).status).toBe(0);
  const args = ['-verify', '-pubin', '-inkey', clone.keyFile, '-rawin', '-in', pathOf('SHA256SUMS')];
  const { stdout } = spawnSync('openssl', ['pkeyutl', ...args, '-sigfile', pathOf('SHA256SUMS.sig')]);
  expect(stdout.toString()).toContain('Signature Verified Successfully');
  expect(createPublicKey(readFileSync(clone.keyFile)).equals(ReleaseClone.keys.publicKey)).toBe(true);
});

it('has the context of all images: what the stages of the Dockerfile copy, readable by everybody', () => {
  const dockerfile = Dockerfile.read();
  const stages = [...dockerfile.targets, 'packages', 'compiled', 'site'];
  const copied = new Set(stages.flatMap((stage) => [...imageFiles(dockerfile, stage).values()]));
  const context = pathOf(`lyceum-${packageJson.version}-context.tar`);
  expect(linesOf('tar', '-tf', context).sort()).toEqual([...copied, '.dockerignore', 'deploy/Dockerfile'].sort());
  const unpacked = join(work, 'context');
  execFileSync('sh', ['-c', `mkdir ${unpacked} && tar -xf ${context} -C ${unpacked} --no-same-permissions`]);
  for (const path of copied)
    expect(readFileSync(join(unpacked, path)).equals(readFileSync(join(clone.path, path)))).toBe(true);
  expect(linesOf('tar', '-tvf', context).filter((line) => !/^-rw(-r--r--|xr-xr-x) 0\/0 /.test(line))).toEqual([]);
});

it('has the manifests as Flux has them in a registry', () => {
  const { manifests } = readJson('manifests/index.json');
  const blob = (digest: string) => `manifests/blobs/${digest.replace(':', '/')}`;
  const { layers, config } = readJson(blob(manifests[0].digest));
  expect([config.mediaType, layers[0].mediaType]).toEqual([
    'application/vnd.cncf.flux.config.v1+json',
    'application/vnd.cncf.flux.content.v1.tar+gzip',
  ]);
  expect(manifests[0].annotations).toEqual({ 'org.opencontainers.image.ref.name': packageJson.version });
  const names = linesOf('git', '-C', clone.path, 'ls-files', 'deploy').map((path) => path.slice('deploy/'.length));
  expect(linesOf('tar', '-tzf', pathOf(blob(layers[0].digest))).sort()).toEqual(names.sort());
});

describe('the bills of materials', () => {
  interface Bill {
    readonly components: readonly { readonly 'bom-ref': string; readonly purl: string; readonly hashes: unknown }[];
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  }
  const purlOf = (folder: string) => {
    const { version } = packageLock.packages[folder as keyof typeof packageLock.packages];
    return `pkg:npm/${folder.replace(/^.*node_modules\//, '').replace('@', '%40')}@${version}`;
  };
  const bundled = BUNDLED.map((name) => purlOf(`node_modules/${name}`));

  it('list the packages that images have and those that are bundled, and no others', async () => {
    const expected = new Set([...(await productionPackages()).map(purlOf), ...bundled]);
    const listed = (readJson('sbom.cdx.json') as Bill).components.map(({ purl }) => purl);
    expect(listed).toEqual([...expected].sort());
    const { packages } = readJson('sbom.spdx.json');
    expect(packages.slice(1).map(({ externalRefs: [ref] }: Spdx) => ref.referenceLocator)).toEqual(listed);
    expect(new Set(packages.map(({ SPDXID }: Spdx) => SPDXID)).size).toBe(packages.length);
  });

  it('say of each package what npm says of it', () => {
    // `npm sbom --omit dev` leaves out what development needs as well, so development is taken from the lockfile before.
    const { devDependencies: _, optionalDependencies: __, ...production } = packageJson;
    const { '': root, ...packages } = packageLock.packages;
    const lock = {
      ...packageLock,
      packages: { '': { ...root, devDependencies: {}, optionalDependencies: {} }, ...packages },
    };
    writeFileSync(join(work, 'package.json'), JSON.stringify(production));
    writeFileSync(join(work, 'package-lock.json'), JSON.stringify(lock));
    const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
    const ofNpm = said(JSON.parse(execFileSync('npm', args, { cwd: work, encoding: 'utf8', maxBuffer: 2 ** 26 })));
    const ours = said(readJson('sbom.cdx.json'));
    for (const [purl, { hashes, needs }] of [...ours].filter(([purl]) => !bundled.includes(purl))) {
      const theirs = ofNpm.get(purl);
      const released = theirs?.needs.filter((need) => ours.has(need));
      expect([purl, hashes, needs]).toEqual([purl, theirs?.hashes, released]);
    }
  });

  /** The hashes of each package, and what it needs. */
  function said({ components, dependencies }: Bill) {
    const purls = new Map(components.map((each) => [each['bom-ref'], each.purl]));
    const needsOf = (purl: string) =>
      dependencies
        .filter(({ ref }) => purls.get(ref) === purl)
        .flatMap(({ dependsOn }) => dependsOn.map((to) => purls.get(to) ?? to));
    return new Map(components.map(({ purl, hashes }) => [purl, { hashes, needs: [...new Set(needsOf(purl))].sort() }]));
  }

  interface Spdx {
    readonly SPDXID: string;
    readonly externalRefs: readonly [{ readonly referenceLocator: string }];
  }
});

it('names what is bundled: packages whose licence comes with the commands although no image has them, and those of the documentation', async () => {
  const licences = linesOf('tar', '-xzOf', pathOf('lyceum-client-cli.tgz'), 'package/LICENSES.txt').join('\n');
  const inCommands = [...licences.matchAll(/^(@?[a-z][\w/.-]*): [A-Z]/gm)].map(([, name = '']) => name);
  const inImages = await productionPackages();
  const others = inCommands.filter((name) => !inImages.includes(`node_modules/${name}`));
  expect([...others, ...OF_THE_DOCUMENTATION].sort()).toEqual([...BUNDLED].sort());
});

/** site/scalar-script.ts and site/browser-modules.ts take them as they are. */
const OF_THE_DOCUMENTATION = ['@scalar/fastify-api-reference', 'minisearch'];

it('states of vulnerabilities what OpenVEX requires, of packages that are released', () => {
  const { statements } = readJson('openvex.json');
  const purls = new Set(readJson('sbom.cdx.json').components.map(({ purl }: { purl: string }) => purl));
  expect(statements).not.toEqual([]);
  for (const { status, products, ...statement } of statements) {
    expect(['not_affected', 'affected', 'fixed', 'under_investigation']).toContain(status);
    if (status === 'not_affected')
      expect(Object.keys(statement).filter((key) => /^(justification|impact_)/.test(key))).toHaveLength(1);
    if (status === 'affected') expect(statement).toHaveProperty('action_statement');
    expect(products[0].subcomponents.length).toBeGreaterThan(0);
    for (const part of products[0].subcomponents) expect(purls).toContain(part['@id']);
  }
});
