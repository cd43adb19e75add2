import type { FastifyInstance } from 'fastify';
import type { RateLimiter } from '../../libraries/sliding-window/index.ts';
import type { Clock } from '../../platform/core/clock.ts';
import type { Logger } from '../../platform/observability/log.ts';
import type { Authenticators } from '../admission/authenticators.ts';
import type { EndpointDeps } from '../endpoint/handler.ts';
import type { GatewayCounts } from '../http/gateway-counts.ts';
import { jsonBody } from '../http/json-body.ts';
import { shedUnderPressure } from '../http/pressure.ts';
import { admitRequests } from '../http/request-hooks.ts';
import { runHooksForUnknownRoutes } from '../http/unknown-routes.ts';
import { discovery } from './discovery.ts';
import { SCIM_TYPE } from './scim-answer.ts';
import { scimErrors } from './scim-errors.ts';
import { users } from './users.ts';

export interface ScimOptions extends EndpointDeps, Authenticators {
  readonly log: Logger;
  readonly rateLimits: RateLimiter;
  readonly steadyClock: Clock;
  readonly counts: GatewayCounts;
}

/**
 * The institution's directory keeps its people up to date by SCIM 2.0 (RFC 7643, 7644), with the token of a directory
 * sync. A request is handled like one of the API, except for the form of its answers.
 */
export async function scim(app: FastifyInstance, options: ScimOptions): Promise<void> {
  scimErrors(app, options);
  shedUnderPressure(app, options);
  admitRequests(app, { ...options, authenticator: options.syncAuthenticator });
  jsonBody(app, [SCIM_TYPE, 'application/json']);
  runHooksForUnknownRoutes(app);
  const base = () => `${options.publicUrl()}/scim/v2`;
  users(app, options, base);
  discovery(app, base);
}
