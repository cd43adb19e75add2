import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Room } from '../answer/room.ts';
import { piecesOf, type Sending, sentPieces } from '../answer/sent-pieces.ts';
import type { Problem } from '../problem/problem.ts';

/**
 * Sends a large answer piece by piece as its client reads it, whatever produced it. An answer to a client reserves memory. When the client
 * has already left too much unread, a read is shed; a write is done, so it is answered all the same.
 */
export function inPieces(
  { identity, method }: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
  sending: Sending,
): Readable | Problem {
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
  const room = identity ? new Room(sending.overload, identity.tenant, reply) : undefined;
  if (method === 'GET' || method === 'HEAD') {
    const problem = room?.take(bytes.length);
    if (problem) return problem;
  } else room?.takeSurely(bytes.length);
  return sentPieces(reply, piecesOf(bytes), room, sending);
}
