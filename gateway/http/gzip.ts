import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the client accepts compressed answers. */
export function acceptsGzip({ headers }: FastifyRequest): boolean {
  return GZIP.test(headers['accept-encoding'] ?? '');
}

/**
 * The text of an answer without an ETag, compressed if it is large enough and the client accepts it. One with an ETag keeps its bytes, which the ETag
 * names. At once, because the thread pool costs twice the CPU of compressing a page.
 */
export function compressed(request: FastifyRequest, reply: FastifyReply, text: string): string | Buffer {
  if (text.length < BYTES_AT_LEAST || !acceptsGzip(request)) return text;
  reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  return gzipSync(text, { level: 1 });
}

const BYTES_AT_LEAST = 1024;

/** `gzip` among the codings that the client accepts, with no weight or one above 0 (RFC 9110, 12.5.3). */
const GZIP = /(?:^|,)[ \t]*gzip[ \t]*(?:;[ \t]*q=(?:1|0\.\d*[1-9])\d*[.0]*[ \t]*)?(?:,|$)/i;
