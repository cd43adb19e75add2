import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Asset, assetOf, sendAsset } from './asset.ts';
import { PUBLIC_URL, SITE_FOLDER } from './manifest.ts';

/**
 * Serves the OpenAPI document that was built with the documentation. It is public, and its samples name this gateway's
 * address.
 */
export function serveOpenapi(app: FastifyInstance, publicUrl: () => string): void {
  let document: Promise<Asset> | undefined;
  app.get('/api/v4/openapi.json', async (request, reply) => {
    // The public URL is known once the gateway listens.
    document ??= readDocument(publicUrl()).catch((error: unknown) => {
      // The next request reads it again: a rebuild may have been under way.
      document = undefined;
      throw error;
    });
    return sendAsset(request, reply, await document);
  });
}

async function readDocument(publicUrl: string): Promise<Asset> {
  const text = await readFile(new URL('openapi.json', SITE_FOLDER), 'utf8');
  return assetOf('application/json; charset=utf-8', text.replaceAll(PUBLIC_URL, publicUrl));
}
