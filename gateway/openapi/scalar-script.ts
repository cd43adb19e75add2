import Fastify from 'fastify';
import { type Asset, assetOf } from './asset.ts';

/**
 * The script that draws the page: Scalar's API reference in one file. It comes with the Fastify plugin, which gives it out over HTTP only;
 * so the plugin runs in a server of its own that nobody else can reach. (Its own page has a script inside, which a strict
 * Content-Security-Policy forbids, and answers a malformed Host header with 500.) It takes 40 MB and a fifth of a second to load, so
 * it is loaded when it is first wanted.
 */
export async function loadScalarScript(): Promise<Asset> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const inner = Fastify();
  await inner.register(scalar, { routePrefix: '/', configuration: { url: '/' } });
  const { statusCode, rawPayload } = await inner.inject('/js/scalar.js');
  await inner.close();
  if (statusCode !== 200) throw new Error(`the script of the API reference is missing: ${statusCode}`);
  return assetOf('text/javascript; charset=utf-8', rawPayload);
}
