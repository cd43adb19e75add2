import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { withCodeSamples } from '../openapi/code-samples.ts';
import { openapiDocument } from '../openapi/document.ts';
import { postmanCollection } from '../openapi/postman-collection.ts';
import { type Asset, assetOf, sendAsset } from './asset.ts';
import { docsPage } from './docs-page.ts';
import { loadScalarScript } from './scalar-script.ts';

/** Serves the OpenAPI document, the interactive page over it, and a collection for Postman and Bruno; all are public. */
export async function openapi(
  app: FastifyInstance,
  { endpoints, publicUrl }: { readonly endpoints: readonly Endpoint[]; readonly publicUrl: () => string },
): Promise<void> {
  const described = () => JSON.parse(JSON.stringify(openapiDocument(endpoints)));
  const [page, start] = await Promise.all([
    assetOf('text/html; charset=utf-8', docsPage.html),
    assetOf('text/javascript; charset=utf-8', docsPage.startScript(DOCUMENT)),
  ]);
  // The public URL is known once the gateway listens.
  let document: Promise<Asset> | undefined;
  let script: Promise<Asset> | undefined;
  let collection: Promise<Asset> | undefined;

  app.get(DOCUMENT, async (request, reply) => {
    document ??= assetOf(JSON_TYPE, JSON.stringify(withCodeSamples(described(), endpoints, publicUrl())));
    return sendAsset(request, reply, await document);
  });
  for (const path of ['/docs', '/docs/']) {
    app.get(path, async (request, reply) => sendAsset(request, reply.headers(docsPage.headers), page));
  }
  app.get('/docs/start.js', async (request, reply) => sendAsset(request, reply, start));
  app.get('/docs/scalar.js', async (request, reply) => {
    script ??= loadScalarScript();
    return sendAsset(request, reply, await script);
  });
  app.get('/docs/lyceum.postman_collection.json', async (request, reply) => {
    collection ??= assetOf(JSON_TYPE, JSON.stringify(postmanCollection(described(), publicUrl())));
    return sendAsset(request, reply, await collection);
  });
}

const JSON_TYPE = 'application/json; charset=utf-8';
const DOCUMENT = '/api/v4/openapi.json';
