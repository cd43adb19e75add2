import type { FastifyInstance } from 'fastify';
import { Room } from '../answer/room.ts';
import { PIECE_BYTES, piecesOf, type Sending, sentPieces } from '../answer/sent-pieces.ts';

/**
 * Sends every large answer piece by piece, as its client takes it, whatever has made it. One that belongs to a client takes room; where he has left too
 * much unread already, a read is shed, and a write, which is done, is told all the same.
 */
export function sendAnswers(app: FastifyInstance, sending: Sending): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (!isLarge(payload)) return done(null, payload);
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    const room = request.actor ? new Room(sending.overload, request.actor, reply) : undefined;
    if (request.method === 'GET' || request.method === 'HEAD') {
      const problem = room?.take(bytes.length);
      if (problem) return done(problem);
    } else room?.takeSurely(bytes.length);
    done(null, sentPieces(reply, piecesOf(bytes), room, sending));
  });
}

function isLarge(payload: unknown): payload is string | Buffer {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > PIECE_BYTES;
}
