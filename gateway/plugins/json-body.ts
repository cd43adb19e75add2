import type { FastifyInstance } from 'fastify';
import { neighbours } from '../../platform/core/neighbours.ts';
import { ParseQueue } from '../body/parse-queue.ts';
import { parseBody, SMALL_BODY_BYTES } from '../body/received-body.ts';
import { identityOf } from './request-state.ts';

/**
 * Accepts JSON and nothing else (decisions 1.6). A property `__proto__` is like any other, and the schema rejects it by name (decisions
 * 1.5): parsing makes it an own property, and only properties of a schema are ever copied. Bodies large enough to matter are queued, fairly
 * by client; once its turn comes, a body is parsed, checked and passed on without a pause.
 */
export function jsonBody(app: FastifyInstance): void {
  const parseQueue = new ParseQueue(neighbours);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const parse = () => {
      // The client has disconnected.
      if (request.socket.destroyed) return;
      try {
        done(null, parseBody(bytes as Buffer));
      } catch (error) {
        done(error as Error, undefined);
      }
    };
    if (bytes.length <= SMALL_BODY_BYTES) parse();
    else parseQueue.add(identityOf(request).tenant, parse);
  });
}
