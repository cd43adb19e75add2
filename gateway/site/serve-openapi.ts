import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { withCodeSamples } from '../openapi/code-samples.ts';
import { openapiDocument } from '../openapi/document.ts';
import { postmanCollection } from '../openapi/postman-collection.ts';
import { type Asset, assetOf, sendAsset } from './asset.ts';

/** Serves the OpenAPI document, and a collection for Postman and Bruno; both are public, and name this gateway's address. */
export async function openapi(
  app: FastifyInstance,
  { endpoints, publicUrl }: { readonly endpoints: readonly Endpoint[]; readonly publicUrl: () => string },
): Promise<void> {
  const described = () => JSON.parse(JSON.stringify(openapiDocument(endpoints)));
  // The public URL is known once the gateway listens.
  let document: Promise<Asset> | undefined;
  let collection: Promise<Asset> | undefined;

  app.get('/api/v4/openapi.json', async (request, reply) => {
    document ??= assetOf(JSON_TYPE, JSON.stringify(withCodeSamples(described(), endpoints, publicUrl())));
    return sendAsset(request, reply, await document);
  });
  app.get('/docs/lyceum.postman_collection.json', async (request, reply) => {
    collection ??= assetOf(JSON_TYPE, JSON.stringify(postmanCollection(described(), publicUrl())));
    return sendAsset(request, reply, await collection);
  });
}

const JSON_TYPE = 'application/json; charset=utf-8';
