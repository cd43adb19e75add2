import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process is running. `/readyz`: people can sign in. */
export async function health(
  app: FastifyInstance,
  { isReady }: { readonly isReady: () => Promise<boolean> },
): Promise<void> {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
