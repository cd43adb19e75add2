import type { FastifyInstance } from 'fastify';
import secureJson from 'secure-json-parse';
import { Problem } from '../problem/problem.ts';

/** Takes JSON and nothing else (decisions 1.6): UTF-8 without exceptions, no property that could reach a prototype. */
export function jsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      const text = utf8.decode(bytes as Buffer);
      done(null, secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' }));
    } catch (error) {
      done(new Problem(400, 'bad_request', { detail: 'The body is not JSON in UTF-8.', cause: error }), undefined);
    }
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
