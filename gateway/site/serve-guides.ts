import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem/problem.ts';
import { type Asset, assetOf, sendAsset } from './asset.ts';
import { guidePage, indexPage } from './guide-page.ts';
import { installedGuides } from './installed-guides.ts';
import { MadeOnce } from './made-once.ts';
import type { Manual } from './manuals.ts';
import { pageHeaders } from './page.ts';
import { pageAsset } from './page-asset.ts';

/** The address of a manual lists its pages; below it are each page and its pictures. All are built when they are first asked for. */
export async function guides(app: FastifyInstance, { manual }: { readonly manual: Manual }): Promise<void> {
  const assets = new MadeOnce<string, Asset>();
  for (const path of [manual.path, `${manual.path}/`]) {
    app.get(path, async (request, reply) => {
      const index = assets.get('', async () =>
        assetOf('text/html; charset=utf-8', indexPage(await installedGuides(manual))),
      );
      return sendAsset(request, reply.headers(pageHeaders), await index);
    });
  }
  app.get<{ Params: { name: string } }>(`${manual.path}/:name`, async (request, reply) => {
    const { name } = request.params;
    const installed = await installedGuides(manual);
    const guide = installed.guides.find(({ slug }) => slug === name);
    if (guide) {
      const page = assets.get(name, () => pageAsset((highlight) => guidePage(guide, installed, highlight)));
      return sendAsset(request, reply.headers(pageHeaders), await page);
    }
    const picture = installed.pictures.get(name);
    if (!picture) throw new Problem(404, 'resource_not_found', { detail: 'There is no such page.' });
    const image = assets.get(name, () => assetOf(name.endsWith('.svg') ? 'image/svg+xml' : 'image/png', picture));
    return sendAsset(request, reply.headers(IMAGE_HEADERS), await image);
  });
}

/** A drawing may have inline styles, and nothing else. */
const IMAGE_HEADERS = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
