import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

/** The script that draws the reference: Scalar's in one file, which its plugin for Fastify provides over HTTP alone. */
export async function scalarScript(): Promise<Buffer> {
  const server = Fastify();
  await server.register(scalar, { routePrefix: '/', configuration: { url: '/' } });
  const { statusCode, rawPayload } = await server.inject('/js/scalar.js');
  await server.close();
  if (statusCode !== 200) throw new Error(`the script of the API reference is missing: ${statusCode}`);
  return rawPayload;
}
