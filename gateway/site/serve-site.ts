import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/observability/log.ts';
import { isNotModified } from '../endpoint/conditions.ts';
import { acceptsGzip } from '../http/answer-body.ts';
import { readManifest, SITE_FOLDER, type SiteEntry, type SitePolicy } from './manifest.ts';
import { prefersHtml } from './prefers-html.ts';
import { ADDRESSED, serveAddressed } from './serve-addressed.ts';

interface SiteOptions {
  readonly log: Logger;
  readonly publicUrl: () => string;
  /** Where `/console` leads, if the console is a process of its own. */
  readonly consoleUrl: string | undefined;
}

/**
 * Serves the documentation that `npm run site:build` has made: each file of its manifest at its address, compressed if
 * the client accepts gzip. `/` is a page for people and a list of addresses for programs. The API works without the
 * documentation.
 */
export async function site(app: FastifyInstance, { log, publicUrl, consoleUrl }: SiteOptions): Promise<void> {
  if (consoleUrl !== undefined) app.get('/console', (_request, reply) => reply.redirect(consoleUrl, 302));
  const manifest = await readManifest();
  if (!manifest) {
    log.warn(
      'the documentation is not built, so neither its pages nor the OpenAPI document are served: npm run site:build',
    );
    return;
  }
  serveAddressed(app, publicUrl);
  const addresses = manifest.files.find(({ path }) => path === '/index.json');
  for (const entry of manifest.files.filter(({ path }) => !ADDRESSED.has(path))) {
    const { path, file } = entry;
    for (const address of file.endsWith('.html') && path !== '/' ? [path, `${path}/`] : [path])
      app.get(address, async (request, reply) => {
        if (path !== '/' || !addresses) return sendEntry(request, reply, entry, 'accept-encoding');
        const shown = prefersHtml(request.headers.accept) ? entry : addresses;
        return sendEntry(request, reply, shown, 'accept, accept-encoding');
      });
  }
}

/** Sends a file, or 304. Any cache may store it. It is read each time: the system caches files that are read often. */
async function sendEntry(request: FastifyRequest, reply: FastifyReply, entry: SiteEntry, vary: string) {
  const { file, type, digest, policy } = entry;
  const isGzipped = acceptsGzip(request);
  reply.headers({ vary, ...policies[policy] });
  if (isNotModified(request, reply, `"${digest}${isGzipped ? '.gzip' : ''}"`, 'no-cache'))
    return reply.code(304).send();
  if (isGzipped) reply.header('content-encoding', 'gzip');
  return reply.type(type).send(await readFile(new URL(isGzipped ? `${file}.gz` : file, SITE_FOLDER)));
}

const page = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Nothing may be loaded from elsewhere. */
export const policies: Readonly<Record<SitePolicy, Readonly<Record<string, string>>>> = {
  page: { 'content-security-policy': page.join('; '), 'referrer-policy': 'no-referrer' },
  // The reference's script makes styles, as elements and as attributes, and draws pictures of its own.
  reference: {
    'content-security-policy': [...page, "font-src 'self'"]
      .map((each) => each.replace(/^(style-src.*)/, "$1 'unsafe-inline'").replace(/^(img-src.*)/, '$1 blob:'))
      .join('; '),
    'referrer-policy': 'no-referrer',
  },
  // A drawing may have inline styles, and nothing else.
  picture: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
};
