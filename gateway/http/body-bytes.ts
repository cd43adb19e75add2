import type { FastifyReply, FastifyRequest } from 'fastify';
import { lengthOf } from './connections.ts';

/**
 * Counts the bytes of a request's body as they arrive, chunked or not, even if the request is rejected. Call before any
 * of them can have arrived.
 */
export function countReceived(request: FastifyRequest): void {
  const { raw } = request;
  if (lengthOf(raw) === 0) return;
  // Node's parser pushes each part. A listener for them would start the flow of a body that may be rejected unread.
  const push = raw.push.bind(raw);
  raw.push = (part: Buffer | null, encoding?: BufferEncoding) => {
    request.bytesReceived += part?.length ?? 0;
    return push(part, encoding);
  };
}

/** Counts the bytes that the system has taken of a body that is sent piece by piece. Call before the first one. */
export function countSent({ request, raw }: FastifyReply): void {
  const write = raw.write.bind(raw) as (part: Buffer, done: (error?: Error | null) => void) => boolean;
  raw.write = (part: Buffer) =>
    write(part, (error) => {
      if (!error) request.bytesSent += part.length;
    });
}

/** The bytes that were sent of an answer's body, once the answer has ended. */
export function bytesSent({ method, bytesSent: ofPieces }: FastifyRequest, reply: FastifyReply): number {
  const { statusCode, writableFinished } = reply.raw;
  if (method === 'HEAD' || statusCode === 304) return 0;
  // If the client disconnected from an answer of one piece, the number of bytes that it received is unknown.
  return writableFinished ? Number(reply.getHeader('content-length') ?? 0) : ofPieces;
}
