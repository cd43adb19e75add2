import { createHash, type KeyObject, verify } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CommandFailure } from '../failure.ts';
import { opened, type Statement, subjectsOf } from './provenance.ts';
import { type Checksums, MANIFESTS, PROVENANCE, parseSums, SIGNATURE, SUMS } from './release-files.ts';

/** The first thing that is wrong with a release. The message names the file, and says what to do. */
export class WrongRelease extends Error {
  override name = 'WrongRelease';

  constructor(path: string, what: string, todo = 'Fetch the release again; if that does not help, do not use it.') {
    super(`${path} ${what}. ${todo}`);
  }
}

/** Checks a release with the public key of whoever made it. Files are read in pieces, however large. */
export async function verifyRelease(folder: string, key: KeyObject): Promise<Statement> {
  const found = await filesBelow(folder);
  const checksums = await signedChecksums(folder, found, key);
  for (const [path, sha256] of checksums) {
    if (!found.has(path)) throw new WrongRelease(path, 'is missing');
    if ((await sha256OfFile(join(folder, path))) !== sha256) throw new WrongRelease(path, `is not what ${SUMS} says`);
  }
  for (const path of found)
    if (!checksums.has(path) && path !== SUMS && path !== SIGNATURE)
      throw new WrongRelease(path, 'does not belong to the release', 'Do not use it: remove it.');
  await checkManifests(folder, checksums);
  return signedProvenance(folder, checksums, key);
}

/** The paths of all files below a folder, and of whatever else is no folder. */
async function filesBelow(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: Error) => {
    throw new CommandFailure(`The release cannot be read: ${error.message}`);
  });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
      if (!entry.isFile())
        throw new WrongRelease(path, 'is no regular file', 'Fetch the release again, without links.');
      return path;
    });
  return new Set(paths.sort());
}

async function signedChecksums(folder: string, found: ReadonlySet<string>, key: KeyObject): Promise<Checksums> {
  const [sums, signature] = await Promise.all(
    [SUMS, SIGNATURE].map(async (path) => {
      if (!found.has(path)) throw new WrongRelease(path, 'is missing');
      // Nothing is known of it yet: it may be a file that fills the memory.
      if ((await stat(join(folder, path))).size > MAX_SUMS_BYTES) throw new WrongRelease(path, 'is too large');
      return readFile(join(folder, path));
    }),
  );
  if (!sums || !signature || !verify(null, sums, key, signature))
    throw new WrongRelease(
      SUMS,
      `has no signature of this key in ${SIGNATURE}`,
      'Compare the fingerprint of the key with the announced one, and fetch the release again; if that does not help, do not use it.',
    );
  return parseSums(sums.toString());
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of (await open(path)).createReadStream()) hash.update(bytes);
  return hash.digest('hex');
}

interface Descriptor {
  readonly digest: string;
  readonly size: number;
}

/** Registries find each part by its digest: it has to be there, and be what its name says. */
async function checkManifests(folder: string, checksums: Checksums): Promise<void> {
  const blobs = `${MANIFESTS}/blobs/sha256/`;
  for (const [path, sha256] of checksums)
    if (path.startsWith(blobs) && path !== `${blobs}${sha256}`) throw new WrongRelease(path, 'has another digest');
  const read = async (path: string) => JSON.parse(await readFile(join(folder, path), 'utf8'));
  const partOf = async (whole: string, { digest, size }: Descriptor) => {
    const path = `${MANIFESTS}/blobs/${digest.replace(':', '/')}`;
    if (!checksums.has(path)) throw new WrongRelease(path, `is missing, although ${whole} names it`);
    if ((await stat(join(folder, path))).size !== size) throw new WrongRelease(path, `has not the size of ${whole}`);
    return path;
  };
  const index = `${MANIFESTS}/index.json`;
  if (!checksums.has(index)) throw new WrongRelease(index, 'is missing');
  for (const descriptor of (await read(index)).manifests) {
    const manifest = await partOf(index, descriptor);
    const { config, layers } = await read(manifest);
    for (const part of [config, ...layers]) await partOf(manifest, part);
  }
}

async function signedProvenance(folder: string, checksums: Checksums, key: KeyObject): Promise<Statement> {
  if (!checksums.has(PROVENANCE)) throw new WrongRelease(PROVENANCE, 'is missing');
  const statement = opened(await readFile(join(folder, PROVENANCE), 'utf8'), key);
  if (!statement) throw new WrongRelease(PROVENANCE, 'is not signed by this key');
  const others = new Map([...checksums].filter(([path]) => path !== PROVENANCE));
  if (JSON.stringify(statement.subject) !== JSON.stringify(subjectsOf(others)))
    throw new WrongRelease(PROVENANCE, `is about other files than ${SUMS}`);
  return statement;
}

const MAX_SUMS_BYTES = 1024 * 1024;
