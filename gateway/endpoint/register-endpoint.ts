import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { callerOf } from '../../platform/calls/caller.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { ReceivedBody } from '../http/received-body.ts';
import { problemOf } from '../problem/problems.ts';
import { MemberQuery } from '../schema/member.ts';
import { deprecatedFeaturesOf } from './deprecated-features.ts';
import { deprecationHeaders } from './deprecation.ts';
import { DRY_RUNS, hasDryRun } from './dry-run.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointCall } from './endpoint-call.ts';
import { handleDocument } from './handle-document.ts';
import { handleList } from './handle-list.ts';
import { handleRead } from './handle-read.ts';
import { handleWrite } from './handle-write.ts';
import type { EndpointDeps, Handler, RouteCall } from './handler.ts';
import { nameIgnoredParameters } from './ignored-parameters.ts';
import { namingCode } from './named-member.ts';
import { queryOf } from './query-of.ts';

/**
 * Registers an endpoint's route, and that of its dry runs if it has them. Everything that its declaration requires
 * happens here, nothing in the endpoint.
 */
export function registerEndpoint(app: FastifyInstance, endpoint: Endpoint, deps: EndpointDeps): void {
  const handle = handlerOf(endpoint, deps);
  const { deprecation, kind } = endpoint;
  const queryNames = queryNamesOf(endpoint);
  const warning = deprecation && deprecationHeaders(deprecation);
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      service: endpoint.service,
      queryNames,
      deprecated: deprecatedFeaturesOf(endpoint),
      ...(endpoint.kind === 'document'
        ? { authenticatedBy: endpoint.authenticatedBy, leastAnswerBytes: DOCUMENT_BYTES }
        : {}),
    },
    ...(warning && {
      onRequest(_request, reply, done) {
        reply.headers(warning);
        done();
      },
    }),
    ...((kind === 'read' || kind === 'list') && {
      onSend: (request, reply, _payload, done) => {
        const given = Object.keys(request.query as object);
        if (given.some((name) => !queryNames.has(name))) nameIgnoredParameters(reply, given, queryNames);
        done();
      },
    }),
    handler: (request, reply) =>
      handle(request, reply, routeCall(request, deps)).then(
        () => reply,
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          const refusal = endpoint.member ? namingCode(error, codeIn(request, endpoint)) : error;
          throw problemOf(refusal, faultStatusOf(endpoint));
        },
      ),
  };
  app.route(route);
  if (!hasDryRun(endpoint)) return;
  app.route({
    ...route,
    url: `${DRY_RUNS}${route.url}`,
    config: { ...route.config, isDryRun: true },
    // Once nothing but the operation and its body can be wrong.
    preParsing(_request, reply, body, done) {
      reply.header('dry-run', 'true');
      done(null, body);
    },
  });
}

/** The names of its query parameters. */
export function queryNamesOf(endpoint: Endpoint): ReadonlySet<string> {
  const member = endpoint.member && endpoint.kind !== 'write' ? Object.keys(MemberQuery.properties) : [];
  const shared = { list: ['limit', 'cursor', 'fields'], read: ['fields'], write: ['fields'], document: [] };
  return new Set([...shared[endpoint.kind], ...member, ...Object.keys(queryOf(endpoint).properties)]);
}

/** The code that names the member of a whole request, if one does. */
function codeIn({ body, query }: FastifyRequest, { kind }: Endpoint): unknown {
  const naming = kind === 'write' ? (body as ReceivedBody | undefined)?.value : query;
  return (naming as { readonly code?: unknown } | null | undefined)?.code;
}

/** The status when a service rejects a request's body, or its query (decisions 3.1). */
function faultStatusOf(endpoint: Endpoint): 400 | 422 {
  if (endpoint.kind === 'write') return endpoint.bodyFaultStatus;
  return endpoint.kind === 'list' || Object.keys(queryOf(endpoint).properties).length > 0 ? 400 : 422;
}

/** The request as its route sees it; its deadline starts here. */
export function routeCall(request: FastifyRequest, { router, requestTimeoutMs, publicUrl }: EndpointDeps): RouteCall {
  const { identity, id, cancellation, span, decision } = request;
  // A bug in the gateway must never let a request through.
  if (!identity) throw new Error('a route was reached without authentication');
  const { actor, token, tenant } = identity;
  const { isDryRun } = request.routeOptions.config;
  const deadline = deadlineAfter(requestTimeoutMs);
  const own = { requestId: id, deadline, signal: cancellation.signal, span: span ?? undefined };
  const context = { actor, token, isDryRun, ...own };
  return {
    context,
    tenant,
    params: request.params as EndpointCall['params'],
    institutionId: actor.institutionId,
    rateLimit: decision ?? undefined,
    publicUrl,
    call: callerOf(router, context),
  };
}

function handlerOf(endpoint: Endpoint, deps: EndpointDeps): Handler {
  switch (endpoint.kind) {
    case 'read':
      return handleRead(endpoint, deps);
    case 'list':
      return handleList(endpoint, deps);
    case 'document':
      return handleDocument(endpoint, deps);
    case 'write':
      return handleWrite(endpoint, deps);
  }
}

/** Documents may have 8 MiB each, so few are made at once even if the last ones were small. */
const DOCUMENT_BYTES = 1024 * 1024;
