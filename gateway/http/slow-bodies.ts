import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdmissionLimits } from '../admission/limits.ts';
import { lengthOf } from './connections.ts';
import { BODY_BOUNDS } from './received-body.ts';

/**
 * Ends a request whose body arrives more slowly than the reader of an answer may read. Call it at the request's turn:
 * from then on it holds its institution's part of a service, which then waits for the client.
 */
export function endUnlessReceived(
  { raw, server }: FastifyRequest,
  reply: FastifyReply,
  { readBytesPerSecond, readGraceMs }: Pick<AdmissionLimits, 'readBytesPerSecond' | 'readGraceMs'>,
): void {
  if (readBytesPerSecond === 0) return;
  const bytes = Math.min(lengthOf(raw), BODY_BOUNDS.bytes);
  const timer = setTimeout(
    () => {
      // As Node does when a request does not arrive within its own, longer time.
      if (!raw.complete) server.server.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
    },
    Math.max(readGraceMs, (bytes * 1_000) / readBytesPerSecond),
  );
  reply.raw.once('close', () => clearTimeout(timer));
}
