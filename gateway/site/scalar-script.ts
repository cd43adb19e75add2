import Fastify from 'fastify';
import { type Asset, assetOf } from './asset.ts';

/**
 * The script that draws the page: Scalar's API reference in one file. Its Fastify plugin provides it only over HTTP, so the plugin runs in
 * an inner server that is not reachable from outside. (The plugin's own page has an inline script, which a strict Content-Security-Policy
 * forbids, and answers a malformed Host header with 500.) The script is large, so it is loaded on first use.
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
