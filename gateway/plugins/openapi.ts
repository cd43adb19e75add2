import { hash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { ifNoneMatch } from '../conditional/etag.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { openapiDocument } from '../openapi/document.ts';

/** Serves the OpenAPI document and the interactive page over it; both are public, and the page asks nobody else for anything. */
export async function openapi(
  app: FastifyInstance,
  { endpoints }: { readonly endpoints: readonly Endpoint[] },
): Promise<void> {
  const document = JSON.stringify(openapiDocument(endpoints));
  const etag = `"${hash('sha256', document, 'base64url')}"`;
  app.get(DOCUMENT, async (request, reply) => {
    reply.headers({ etag, 'cache-control': 'public, max-age=60' });
    const condition = request.headers['if-none-match'];
    if (condition !== undefined && ifNoneMatch(condition, etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(document);
  });

  await app.register(async (page) => {
    page.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    });
    await page.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: DOCUMENT,
        withDefaultFonts: false,
        telemetry: false,
        showDeveloperTools: 'never',
        hideClientButton: true,
        mcp: { disabled: true },
        agent: { disabled: true },
      },
    });
  });
}

const DOCUMENT = '/api/v4/openapi.json';

/** The page is built in the browser by a script of our own origin, with styles of its own; it talks to this origin only. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
