import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem/problem.ts';

/**
 * Takes JSON and nothing else (decisions 1.6): UTF-8 without exceptions. A property `__proto__` is one like all others, which the schema
 * refuses by name (decisions 1.5): parsing makes it an own property, and only what a schema knows is ever copied.
 */
export function jsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, JSON.parse(utf8.decode(bytes as Buffer)));
    } catch (error) {
      done(new Problem(400, 'bad_request', { detail: 'The body is not JSON in UTF-8.', cause: error }), undefined);
    }
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
