import type { FastifyReply, FastifyRequest } from 'fastify';
import { toInstantText } from '../../platform/core/instant.ts';
import { Room } from '../answer/room.ts';
import { PIECE_BYTES, piecesOf, sentPieces } from '../answer/sent-pieces.ts';
import { actorOf } from '../plugins/request-state.ts';
import { JSON_TYPE, metaJson, SINGLE_HEAD, singleEnvelope, singleTail } from './envelope.ts';
import type { EndpointDeps } from './handler.ts';

/**
 * The data of an answer as it is hashed and sent: a large one as bytes, so that it is encoded once. As text, the hash, the envelope and the pieces each
 * went over the 2.7 MB of a large version's detail.
 */
export function encoded(json: string): string | Buffer {
  return json.length < PIECE_BYTES ? json : Buffer.from(json);
}

/** Sends the one resource of an answer; throws the problem when the client has left too much unread already. */
export function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  data: string | Buffer,
  deps: EndpointDeps,
): void {
  const meta = metaJson(request.id, toInstantText(deps.clock.now()));
  reply.type(JSON_TYPE);
  if (typeof data === 'string') return void reply.send(singleEnvelope(data, meta));
  const pieces = [SINGLE_HEAD, ...piecesOf(data), Buffer.from(singleTail(meta))];
  const room = new Room(deps.overload, actorOf(request), reply);
  const problem = room.take(data.length);
  if (problem) throw problem;
  reply.send(sentPieces(reply, pieces, room, deps));
}
