import type { FastifyReply, FastifyRequest } from 'fastify';
import { toInstantText } from '../../platform/core/instant.ts';
import { Room } from '../answer/room.ts';
import { piecesOf, sentPieces } from '../answer/sent-pieces.ts';
import { tenantOf } from '../plugins/request-state.ts';
import { JSON_TYPE, metaJson, SINGLE_HEAD, singleTail } from './envelope.ts';
import type { EndpointDeps } from './handler.ts';

/** Sends a large resource in pieces; throws the problem when the client has already left too much unread. */
export function sendResource(request: FastifyRequest, reply: FastifyReply, data: Buffer, deps: EndpointDeps): void {
  const meta = metaJson(request.id, toInstantText(deps.clock.now()));
  reply.type(JSON_TYPE);
  const pieces = [SINGLE_HEAD, ...piecesOf(data), Buffer.from(singleTail(meta))];
  const room = new Room(deps.overload, tenantOf(request), reply);
  const problem = room.take(data.length);
  if (problem) throw problem;
  reply.send(sentPieces(reply, pieces, room, deps));
}
