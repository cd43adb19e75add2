import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Statement, sealed, subjectsOf } from '../../cli/release/provenance.ts';
import {
  type Checksums,
  fingerprintOf,
  MANIFESTS,
  PROVENANCE,
  SIGNATURE,
  SUMS,
  sumsText,
} from '../../cli/release/release-files.ts';
import { lockedPackages } from '../../docs/generate/licences.ts';
import { processEnvironment, readConfig } from '../../platform/core/config/config.ts';
import { failStart, StartError } from '../../platform/core/start-error.ts';
import { sha256Of } from '../../platform/data/archive/tar-member.ts';
import { buildClientPackages } from '../../site/clients/packages.ts';
import { cycloneDx, spdx } from './bills-of-materials.ts';
import { Commit } from './commit.ts';
import { product, releasedComponents } from './components.ts';
import { releaseVariables } from './config.ts';
import { imageContext } from './image-context.ts';
import { manifestsLayout } from './manifests.ts';
import { openVex } from './open-vex.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where the commit has the public key: a signature by a key that nobody finds proves nothing. */
const PUBLIC_KEY = 'release-key.pem';

/**
 * `npm run release`: makes the release of the commit that is checked out, in `dist/`; the same commit gives the same
 * bytes. With `--unsigned`, makes what is to be compared with a release, without the key.
 */
async function main([option, ...others]: readonly string[]): Promise<void> {
  if ((option !== undefined && option !== '--unsigned') || others.length > 0)
    throw new StartError('Usage: npm run release [-- --unsigned]');
  const key = option ? undefined : readConfig(releaseVariables, processEnvironment()).RELEASE_SIGNING_KEY;
  const commit = new Commit();
  if (key) checkPublished(commit, createPublicKey(key));
  await checkInstalled();
  const contents = await contentsOf(commit);
  const files = new Map([...contents].sort(([one], [other]) => (one < other ? -1 : 1)));
  if (key)
    files.set(PROVENANCE, Buffer.from(sealed(provenanceOf(commit, checksumsOf(files), createPublicKey(key)), key)));
  const sums = Buffer.from(sumsText(checksumsOf(files)));
  files.set(SUMS, sums);
  if (key) files.set(SIGNATURE, sign(null, sums, key));
  await rm(join(ROOT, 'dist'), { recursive: true, force: true });
  for (const [name, content] of files) {
    const path = join(ROOT, 'dist', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  const by = key ? `signed by the key SHA256:${fingerprintOf(createPublicKey(key))}` : 'not signed';
  process.stdout.write(`dist: Lyceum ${product.version}, of commit ${commit.id}, ${by}\n`);
}

function checkPublished(commit: Commit, publicKey: KeyObject): void {
  const [published] = commit.paths.includes(PUBLIC_KEY) ? commit.files([PUBLIC_KEY]) : [];
  if (published && createPublicKey(Buffer.from(published.content)).equals(publicKey)) return;
  throw new StartError(
    `Commit the public half of RELEASE_SIGNING_KEY as ${PUBLIC_KEY} first, so that whoever checks the release finds it: openssl pkey -in KEY -pubout`,
  );
}

/** The packages that build a part of the release have to be those that the lockfile names. */
async function checkInstalled(): Promise<void> {
  const locked = await lockedPackages();
  const { packages } = JSON.parse(await readFile(join(ROOT, 'node_modules/.package-lock.json'), 'utf8'));
  for (const [folder, { integrity }] of Object.entries<{ integrity?: string }>(packages))
    if (locked.get(folder)?.integrity !== integrity)
      throw new StartError(`${folder} is not what package-lock.json names: npm ci`);
}

async function contentsOf(commit: Commit): Promise<Map<string, Uint8Array>> {
  const bytes = createHash('sha256').update(commit.id).digest('hex');
  // A UUID of version 8: what it is made of is ours to choose.
  const uuid = bytes.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
  const issue = { uuid, instant: commit.instant };
  const contents = await releasedComponents();
  const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  return new Map([
    [`lyceum-${product.version}-context.tar`, imageContext(commit)],
    ...(await buildClientPackages()),
    ...[...manifestsLayout(commit, product.version)].map(
      ([path, content]) => [`${MANIFESTS}/${path}`, content] as const,
    ),
    ['sbom.cdx.json', json(cycloneDx(issue, contents))],
    ['sbom.spdx.json', json(spdx(issue, contents))],
    ['openvex.json', json(openVex(issue, contents.components))],
  ]);
}

function provenanceOf(commit: Commit, checksums: Checksums, publicKey: KeyObject): Statement {
  const [lockfile] = commit.files(['package-lock.json']);
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjectsOf(checksums),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: { version: product.version },
        internalParameters: { node: process.version },
        resolvedDependencies: [
          { name: 'lyceum', digest: { gitCommit: commit.id } },
          { name: 'package-lock.json', digest: { sha256: sha256Of(lockfile?.content ?? '') } },
        ],
      },
      runDetails: { builder: { id: `${BUILD_TYPE}/by/${fingerprintOf(publicKey)}` } },
    },
  };
}

const BUILD_TYPE = 'https://lyceum.example/release/v1';

function checksumsOf(files: ReadonlyMap<string, Uint8Array>): Checksums {
  return new Map([...files].map(([path, content]) => [path, sha256Of(content)]));
}

await main(process.argv.slice(2)).catch(failStart);
