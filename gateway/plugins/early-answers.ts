import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Connections, type Exchange, lengthOf } from '../connection/connections.ts';

/**
 * Applies one rule to every answer that is given while the body is unread, such as 401, 413, 429 or 503: see {@link Connections}. Installed
 * before all other hooks, so that they see nothing of requests behind the end of their connection.
 */
export function handleEarlyAnswers(app: FastifyInstance, connections: Connections): void {
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    connections.awaitContinue(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (connections.begin(exchangeOf(request, reply))) done();
    else reply.hijack();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    connections.beforeAnswer(exchangeOf(request, reply));
    done(null, payload);
  });
}

/** Has bodies sent that clients hold back, once nothing but the body can still be refused. Installed behind all other hooks before parsing. */
export function askForBodies(app: FastifyInstance, connections: Connections): void {
  app.addHook('preParsing', (request, reply, body, done) => {
    const length = lengthOf(request.raw);
    // What is certainly too long is refused unseen.
    if (length > 0 && !(Number.isFinite(length) && length > request.routeOptions.bodyLimit)) {
      connections.askForBody(exchangeOf(request, reply));
    }
    done(null, body);
  });
}

function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  return { request: request.raw, response: reply.raw };
}
