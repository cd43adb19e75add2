import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { type Asset, assetOf, sendAsset } from '../openapi/asset.ts';
import { docsPage } from '../openapi/docs-page.ts';
import { openapiDocument } from '../openapi/document.ts';
import { loadScalarScript } from '../openapi/scalar-script.ts';

/** Serves the OpenAPI document and the interactive page over it; both are public. */
export async function openapi(
  app: FastifyInstance,
  { endpoints }: { readonly endpoints: readonly Endpoint[] },
): Promise<void> {
  const [document, page, start] = await Promise.all([
    assetOf('application/json; charset=utf-8', JSON.stringify(openapiDocument(endpoints))),
    assetOf('text/html; charset=utf-8', docsPage.html),
    assetOf('text/javascript; charset=utf-8', docsPage.startScript(DOCUMENT)),
  ]);
  let script: Promise<Asset> | undefined;

  app.get(DOCUMENT, async (request, reply) => sendAsset(request, reply, document));
  for (const path of ['/docs', '/docs/']) {
    app.get(path, async (request, reply) => sendAsset(request, reply.headers(docsPage.headers), page));
  }
  app.get('/docs/start.js', async (request, reply) => sendAsset(request, reply, start));
  app.get('/docs/scalar.js', async (request, reply) => {
    script ??= loadScalarScript();
    return sendAsset(request, reply, await script);
  });
}

const DOCUMENT = '/api/v4/openapi.json';
