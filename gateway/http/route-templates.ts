import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deprecation } from '../schema/deprecation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's path as the API documents it, `/api/v4/users/{id}`; absent when a request matches no route. */
    template?: string;
    /** The credential in its path; absent when requests carry credentials in a header. */
    authenticatedBy?: 'feedToken' | undefined;
    /** The service that does its work; absent when no service does. */
    service?: string;
    /** Whether it rolls back its own changes. */
    isDryRun?: true;
    /** The query parameters that its operation declares. */
    queryNames?: ReadonlySet<string>;
    /** What is deprecated of its operation. */
    deprecated?: readonly DeprecatedFeature[];
    /** How large its answers are expected to be at least. */
    leastAnswerBytes?: number;
  }
}

/** Something deprecated of an operation. */
export interface DeprecatedFeature extends Deprecation {
  /** `GET /users`, `GET /users?old`, `POST /users old` or `GET /users?fields=old`. */
  readonly feature: string;
  isUsedBy(request: Pick<FastifyRequest, 'query' | 'body'>): boolean;
}

/** Gives each route the name that metrics, traces, logs and limits use. Install before all routes. */
export function nameRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const template = route.url.replaceAll(/:(\w+)/g, '{$1}');
    route.config = { ...route.config, template };
  });
}

/**
 * Whether a route only reports the gateway's health: such requests come every few seconds and are neither logged nor
 * traced.
 */
export function isProbe(template: string | undefined): boolean {
  return template === '/healthz' || template === '/readyz';
}
