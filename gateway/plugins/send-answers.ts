import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Room } from '../answer/room.ts';
import { piecesOf, type Sending, sentPieces } from '../answer/sent-pieces.ts';
import type { Problem } from '../problem/problem.ts';

/**
 * A large answer as a stream that is sent piece by piece, as its client takes it, whatever has made it. One that belongs to a client takes room; where
 * he has left too much unread already, a read is shed, and a write, which is done, is told all the same.
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
