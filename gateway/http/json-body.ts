import type { FastifyInstance } from 'fastify';
import { parseBody } from './received-body.ts';

/**
 * Accepts JSON and nothing else (decisions 1.6). A property `__proto__` is like any other, and the schema rejects it by
 * name (decisions 1.5): parsing makes it an own property, and only properties of a schema are ever copied. A chunked
 * body may turn out to be none.
 */
export function jsonBody(app: FastifyInstance, types: readonly string[] = ['application/json']): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...types], { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, bytes.length === 0 ? undefined : parseBody(bytes as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}
