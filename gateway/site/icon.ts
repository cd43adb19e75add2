import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { assetOf, sendAsset } from './asset.ts';

/** The address of the icon for browsers that draw SVG; the others ask for `/favicon.ico`. */
export const ICON = '/docs/icon.svg';

/** Serves the icon of all pages. */
export async function icons(app: FastifyInstance): Promise<void> {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url));
  const [drawing, raster] = await Promise.all([
    assetOf('image/svg+xml', read('../../platform/look/icon.svg')),
    assetOf('image/x-icon', read('./favicon.ico')),
  ]);
  app.get(ICON, async (request, reply) => sendAsset(request, reply, drawing));
  app.get('/favicon.ico', async (request, reply) => sendAsset(request, reply, raster));
}
