import type { FastifyInstance } from 'fastify';
import { pageHeaders, QUERY_CHARACTERS } from './page.ts';
import { searchPage } from './search-page.ts';

/** `/docs/search?q=`: one search over manuals and reference. A query that is too long is cut off. */
export async function search(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: { q?: string | string[] } }>('/docs/search', async (request, reply) => {
    const query = [request.query.q ?? ''].flat().join(' ').slice(0, QUERY_CHARACTERS).toWellFormed();
    const { documentationIndex } = await import('./documentation-index.ts');
    return reply
      .type('text/html; charset=utf-8')
      .headers(pageHeaders)
      .send(searchPage(query, await documentationIndex()));
  });
}
