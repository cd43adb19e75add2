import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Asset, assetOf, sendAsset } from './asset.ts';
import { PUBLIC_URL, SITE_FOLDER } from './manifest.ts';

/** Built files that contain the address of the gateway that serves them. */
export const ADDRESSED = new Map([
  ['/api/v4/openapi.json', { file: 'openapi.json', type: 'application/json; charset=utf-8' }],
  ['/llms.txt', { file: 'llms.txt', type: 'text/plain; charset=utf-8' }],
]);

/** Serves the OpenAPI document, whose samples name this gateway's address, and the addresses of all pages. */
export function serveAddressed(app: FastifyInstance, publicUrl: () => string): void {
  for (const [path, built] of ADDRESSED) serveOne(app, path, built, publicUrl);
}

interface Built {
  readonly file: string;
  readonly type: string;
}

function serveOne(app: FastifyInstance, path: string, built: Built, publicUrl: () => string): void {
  let document: Promise<Asset> | undefined;
  app.get(path, async (request, reply) => {
    // The public URL is known once the gateway listens.
    document ??= readDocument(built, publicUrl()).catch((error: unknown) => {
      // The next request reads it again: a rebuild may have been under way.
      document = undefined;
      throw error;
    });
    return sendAsset(request, reply, await document);
  });
}

async function readDocument({ file, type }: Built, publicUrl: string): Promise<Asset> {
  const text = await readFile(new URL(file, SITE_FOLDER), 'utf8');
  return assetOf(type, text.replaceAll(PUBLIC_URL, publicUrl));
}
