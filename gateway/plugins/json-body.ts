import type { FastifyInstance } from 'fastify';
import { ParseQueue } from '../body/parse-queue.ts';
import { parseBody, SMALL_BODY_BYTES } from '../body/received-body.ts';
import type { Overload } from '../overload/overload.ts';
import { identityOf } from './request-state.ts';

/**
 * Takes JSON and nothing else (decisions 1.6). A property `__proto__` is one like all others, which the schema refuses by name (decisions 1.5):
 * parsing makes it an own property, and only what a schema knows is ever copied. Bodies that are large enough to be felt have their turns, client
 * by client: from the turn on they are parsed, checked and handed on without a pause.
 */
export function jsonBody(app: FastifyInstance, { overload }: { readonly overload: Overload }): void {
  const parseQueue = new ParseQueue(overload.neighbours);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const parse = () => {
      // Nobody is left to hear what becomes of it.
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
