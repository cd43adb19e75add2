import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem/problem.ts';
import { type Asset, assetOf, sendAsset } from './asset.ts';
import { guidePage, indexPage } from './guide-page.ts';
import type { Guide, Guides } from './guides.ts';
import { pageHeaders } from './page.ts';
import { pageAsset } from './page-asset.ts';

/** `/docs/guides` lists all guides; below it are the page of each, which is built when it is first asked for, and its pictures. */
export async function guides(app: FastifyInstance, { guides, pictures }: Guides): Promise<void> {
  const index = await assetOf('text/html; charset=utf-8', indexPage(guides));
  const pages = new Map<Guide, Promise<Asset>>();
  const images = new Map<string, Asset>();
  for (const [name, bytes] of pictures)
    images.set(name, await assetOf(name.endsWith('.svg') ? 'image/svg+xml' : 'image/png', bytes));

  for (const path of ['/docs/guides', '/docs/guides/']) {
    app.get(path, async (request, reply) => sendAsset(request, reply.headers(pageHeaders), index));
  }
  app.get<{ Params: { name: string } }>('/docs/guides/:name', async (request, reply) => {
    const { name } = request.params;
    const guide = guides.find(({ slug }) => slug === name);
    if (guide) {
      const page = pages.getOrInsertComputed(guide, () =>
        pageAsset((highlight) => guidePage(guide, guides, highlight)),
      );
      return sendAsset(request, reply.headers(pageHeaders), await page);
    }
    const image = images.get(name);
    if (image) return sendAsset(request, reply.headers(IMAGE_HEADERS), image);
    throw new Problem(404, 'resource_not_found', { detail: 'There is no such guide.' });
  });
}

/** A drawing may have inline styles, and nothing else. */
const IMAGE_HEADERS = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
