import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNotModified } from '../endpoint/conditions.ts';
import { acceptsGzip } from '../http/answer-body.ts';

/** Bytes that are the same for every client while the process runs. */
export interface Asset {
  readonly type: string;
  readonly plain: Representation;
  readonly gzipped: Representation;
}

interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Builds an asset, including its compressed bytes. */
export async function assetOf(type: string, content: string): Promise<Asset> {
  const bytes = Buffer.from(content);
  const digest = hash('sha256', bytes, 'base64url');
  return {
    type,
    plain: { bytes, etag: `"${digest}"` },
    gzipped: { bytes: await promisify(gzip)(bytes), etag: `"${digest}.gzip"` },
  };
}

/** Sends an asset, or 304. Any cache may store it. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, { type, plain, gzipped }: Asset): FastifyReply {
  const isGzipped = acceptsGzip(request);
  const { bytes, etag } = isGzipped ? gzipped : plain;
  reply.header('vary', 'accept-encoding');
  if (isNotModified(request, reply, etag, 'no-cache')) return reply.code(304).send();
  if (isGzipped) reply.header('content-encoding', 'gzip');
  return reply.type(type).send(bytes);
}
