import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem/problem.ts';
import { type Asset, assetOf, sendAsset } from './asset.ts';
import { guidePage, indexPage } from './guide-page.ts';
import type { Guides } from './guides.ts';
import { pageHeaders } from './page.ts';

/** `/docs/guides` lists all guides; below it are the page of each and its pictures. All are built at start. */
export async function guides(app: FastifyInstance, { guides, pictures }: Guides): Promise<void> {
  const index = await assetOf('text/html; charset=utf-8', indexPage(guides));
  const pages = new Map<string, Asset>();
  for (const guide of guides) {
    pages.set(guide.slug, await assetOf('text/html; charset=utf-8', guidePage(guide, guides)));
  }
  const images = new Map<string, Asset>();
  for (const [name, bytes] of pictures)
    images.set(name, await assetOf(name.endsWith('.svg') ? 'image/svg+xml' : 'image/png', bytes));

  for (const path of ['/docs/guides', '/docs/guides/']) {
    app.get(path, async (request, reply) => sendAsset(request, reply.headers(pageHeaders), index));
  }
  app.get<{ Params: { name: string } }>('/docs/guides/:name', async (request, reply) => {
    const { name } = request.params;
    const page = pages.get(name);
    if (page) return sendAsset(request, reply.headers(pageHeaders), page);
    const image = images.get(name);
    if (image) return sendAsset(request, reply.headers(IMAGE_HEADERS), image);
    throw new Problem(404, 'resource_not_found', { detail: 'There is no such guide.' });
  });
}

/** A drawing may have inline styles, and nothing else. */
const IMAGE_HEADERS = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
