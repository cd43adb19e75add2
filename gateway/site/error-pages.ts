import type { FastifyInstance } from 'fastify';
import { present } from '../../platform/core/present.ts';
import { Problem, type ProblemCode } from '../problem/problem.ts';
import { problemCodes } from '../problem/problem-codes.ts';
import { type Asset, sendAsset } from './asset.ts';
import { errorPage, listPage } from './error-page.ts';
import { installedGuides } from './installed-guides.ts';
import { MadeOnce } from './made-once.ts';
import { GUIDES } from './manuals.ts';
import { pageHeaders } from './page.ts';
import { pageAsset } from './page-asset.ts';

/**
 * `/errors` lists all codes; below it each code has the page that a problem's `type` points to: what it means, what makes it happen and what
 * a client should do (decisions 3.3).
 */
export async function errorPages(app: FastifyInstance): Promise<void> {
  const pages = new MadeOnce<ProblemCode | 'list', Asset>();
  for (const path of ['/errors', '/errors/']) {
    app.get(path, async (request, reply) => {
      const page = pages.get('list', () => pageAsset(listPage));
      return sendAsset(request, reply.headers(pageHeaders), await page);
    });
  }
  app.get<{ Params: { code: string } }>('/errors/:code', async (request, reply) => {
    const { code } = request.params;
    if (!isProblemCode(code)) throw new Problem(404, 'resource_not_found', { detail: 'There is no such error code.' });
    const page = pages.get(code, async () => {
      const { guides } = await installedGuides(GUIDES);
      const guide = present(
        guides.find(({ slug }) => slug === 'errors'),
        'guide about errors',
      );
      return pageAsset((highlight) => errorPage(code, guide, highlight));
    });
    return sendAsset(request, reply.headers(pageHeaders), await page);
  });
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code);
}
