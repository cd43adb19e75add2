import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process lives. `/readyz`: every service answers, so that requests may be sent here. */
export async function health(
  app: FastifyInstance,
  { isReady }: { readonly isReady: () => Promise<boolean> },
): Promise<void> {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady();
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '1' })
      .send({ status: ready ? 'ready' : 'not ready' });
  });
}
