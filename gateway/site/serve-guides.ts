import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem/problem.ts';
import { type Asset, assetOf, sendAsset } from './asset.ts';
import { guidePage, indexPage } from './guide-page.ts';
import type { Guides } from './guides.ts';
import { pageHeaders } from './page.ts';

/** `/docs/guides` lists all guides; below it are the page of each and its drawings. All are built at start. */
export async function guides(app: FastifyInstance, { guides, pictures }: Guides): Promise<void> {
  const index = await assetOf('text/html; charset=utf-8', indexPage(guides));
  const pages = new Map<string, Asset>();
  for (const guide of guides) {
    pages.set(guide.slug, await assetOf('text/html; charset=utf-8', guidePage(guide, guides)));
  }
  const drawings = new Map<string, Asset>();
  for (const [name, svg] of pictures) drawings.set(name, await assetOf('image/svg+xml', svg));

  for (const path of ['/docs/guides', '/docs/guides/']) {
    app.get(path, async (request, reply) => sendAsset(request, reply.headers(pageHeaders), index));
  }
  app.get<{ Params: { name: string } }>('/docs/guides/:name', async (request, reply) => {
    const { name } = request.params;
    const page = pages.get(name);
    if (page) return sendAsset(request, reply.headers(pageHeaders), page);
    const drawing = drawings.get(name);
    if (drawing) return sendAsset(request, reply.headers(DRAWING_HEADERS), drawing);
    throw new Problem(404, 'resource_not_found', { detail: 'There is no such guide.' });
  });
}

/** A drawing may have inline styles, and nothing else. */
const DRAWING_HEADERS = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
