import type { FastifyInstance } from 'fastify';
import type { Asset } from '../assets/assets.ts';

/** Serves the files that pages load. Everybody may have them. */
export function serveAssets(app: FastifyInstance, assets: readonly Asset[]): void {
  for (const { path, type, bytes, gzipped } of assets) {
    app.get(path, (request, reply) => {
      const isGzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }).type(type);
      if (isGzipped) reply.header('content-encoding', 'gzip');
      return reply.send(isGzipped ? gzipped : bytes);
    });
  }
}
