import type { FastifyInstance } from 'fastify';
import type { ServiceProblem } from '../../platform/calls/service-router.ts';

export interface Readiness {
  readonly isReady: boolean;
  /** By service. A full disk makes writes fail, but the gateway stays ready for reads. */
  readonly problems: Readonly<Record<string, ServiceProblem>>;
}

/**
 * `/healthz`: the process is running. `/readyz`: every service answers, so that requests may be sent here; `problems`
 * names the problem of each service that has one.
 */
export async function health(
  app: FastifyInstance,
  { readiness }: { readonly readiness: () => Promise<Readiness> },
): Promise<void> {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { isReady, problems } = await readiness();
    return reply
      .code(isReady ? 200 : 503)
      .headers(isReady ? {} : { 'retry-after': '1' })
      .send({ status: isReady ? 'ready' : 'not ready', ...(Object.keys(problems).length > 0 ? { problems } : {}) });
  });
}
