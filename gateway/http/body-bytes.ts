import type { FastifyReply, FastifyRequest } from 'fastify';
import { lengthOf } from './connections.ts';

/**
 * Counts what arrives of a request's body, chunked or not, whatever becomes of it. Call before any of it can have
 * arrived.
 */
export function countReceived(request: FastifyRequest): void {
  const { raw } = request;
  if (lengthOf(raw) === 0) return;
  // Node's parser pushes each part. A listener for them would start the flow of a body that nobody may want.
  const push = raw.push.bind(raw);
  raw.push = (part: Buffer | null, encoding?: BufferEncoding) => {
    request.bytesReceived += part?.length ?? 0;
    return push(part, encoding);
  };
}

/** Counts what the system has taken of a body that is sent piece by piece. Call before the first one. */
export function countSent({ request, raw }: FastifyReply): void {
  const write = raw.write.bind(raw) as (part: Buffer, done: (error?: Error | null) => void) => boolean;
  raw.write = (part: Buffer) =>
    write(part, (error) => {
      if (!error) request.bytesSent += part.length;
    });
}

/** What was sent of an answer's body that has ended, in bytes. */
export function bytesSent({ method, bytesSent: ofPieces }: FastifyRequest, reply: FastifyReply): number {
  const { statusCode, writableFinished } = reply.raw;
  if (method === 'HEAD' || statusCode === 304) return 0;
  // Of a body that is one piece, nobody knows what a client that has gone received.
  return writableFinished ? Number(reply.getHeader('content-length') ?? 0) : ofPieces;
}
