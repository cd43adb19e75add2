import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's address as the contracts write it, `/api/v4/users/{id}`; absent where no route takes a request. */
    template?: string;
    /** The same behind its method. */
    operation?: string;
    /** What its path proves; absent where requests show credentials. */
    provenBy?: 'feedToken' | undefined;
  }
}

/** Gives each route the name by which it is measured, traced, logged and bounded. Installed before all routes. */
export function nameRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const template = route.url.replaceAll(/:(\w+)/g, '{$1}');
    route.config = { ...route.config, template, operation: `${route.method} ${template}` };
  });
}

/** Whether a route only tells how the gateway is: requests for such come every few seconds from everywhere, and nobody wants to read of them. */
export function isProbe(template: string | undefined): boolean {
  return template === '/healthz' || template === '/readyz';
}
