import type { FastifyRequest } from 'fastify';

/** The template of a request's route as the contracts write it, `/api/v4/users/{id}`; undefined where no route takes it. */
export function routeOf({ routeOptions, is404 }: FastifyRequest): string | undefined {
  const { url } = routeOptions;
  if (url === undefined || is404) return undefined;
  let template = templates.get(url);
  if (template === undefined) {
    template = url.replaceAll(/:(\w+)/g, '{$1}');
    templates.set(url, template);
  }
  return template;
}

/** As many as there are routes. */
const templates = new Map<string, string>();

/** Whether a request only asks how the gateway is: such come every few seconds from everywhere, and nobody wants to read of them. */
export function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/healthz' || url === '/readyz';
}
