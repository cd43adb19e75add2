import { hash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { endpoints } from '../gateway/routes/endpoints.ts';
import { PUBLIC_URL, SITE_FOLDER, type SiteEntry, type SiteManifest } from '../gateway/site/manifest.ts';
import { withCodeSamples } from './openapi/code-samples.ts';
import { openapiDocument } from './openapi/document.ts';
import type { SiteFile } from './site-file.ts';
import { siteFiles } from './site-files.ts';
import { stateOfSources } from './sources.ts';

/**
 * Builds the documentation that gateways serve. It is made beside its folder and then renamed, so that a gateway never
 * sees half of it.
 */
export async function buildSite(): Promise<void> {
  const sources = await stateOfSources();
  const files = await siteFiles();
  const folder = fileURLToPath(SITE_FOLDER).replace(/\/$/, '');
  const unfinished = await mkdtemp(`${folder}.new-`);
  try {
    await chmod(unfinished, 0o755);
    await Promise.all(files.map(({ file, content }) => writeCompressed(join(unfinished, file), content)));
    await writeFile(join(unfinished, 'openapi.json'), builtDocument());
    const manifest: SiteManifest = { sources, files: files.map(entryOf) };
    await writeFile(join(unfinished, 'site.json'), JSON.stringify(manifest));
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder).catch(unlessBuilt);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The OpenAPI document as gateways serve it, but for their address. */
function builtDocument(): string {
  const document = JSON.parse(JSON.stringify(openapiDocument(endpoints)));
  return JSON.stringify(withCodeSamples(document, endpoints, PUBLIC_URL));
}

/** Another build may have put its files there in the meantime. */
function unlessBuilt(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}

async function writeCompressed(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await Promise.all([
    writeFile(path, content),
    promisify(gzip)(content).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ]);
}

function entryOf({ path, file, policy, content }: SiteFile): SiteEntry {
  const type = TYPES[extname(file)];
  if (type === undefined) throw new Error(`There is no media type for ${file}.`);
  return { path, file, type, digest: hash('sha256', content, 'base64url'), policy };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.tgz': 'application/gzip',
  '.whl': 'application/zip',
};
