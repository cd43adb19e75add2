import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted when the client has gone before its answer: what is done for the request ends, in the services and their databases too. */
    clientGone: AbortSignal;
  }
}

/** Notices clients who do not wait for their answers. */
export function noticeClientGone(app: FastifyInstance): void {
  app.decorateRequest('clientGone', null as never);
  app.addHook('onRequest', (request, reply, done) => {
    const gone = new AbortController();
    request.clientGone = gone.signal;
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    done();
  });
}
