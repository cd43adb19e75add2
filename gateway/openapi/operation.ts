import { Type } from 'typebox';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { Components } from './components.ts';
import { parametersOf } from './parameters.ts';
import { problemResponse } from './problem-responses.ts';
import { statusesOf } from './statuses.ts';

const META = {
  requestId: '7b0a3f0e-9c57-4d2b-9b0c-2f6f1f4f8f11',
  timestamp: '2026-10-05T08:00:00.000Z',
  version: 'v4',
};

const header = (description: string, type = 'string') => ({ description, schema: { type } });

const REQUEST_ID = { 'X-Request-Id': header('The id of this request, the client’s own where it sent one.') };
const RATE_LIMIT = {
  'RateLimit-Limit': header('Requests per window.', 'integer'),
  'RateLimit-Remaining': header('Requests left in the window after this one.', 'integer'),
  'RateLimit-Reset': header('Whole seconds until the oldest counted request leaves the window.', 'integer'),
  'RateLimit-Policy': header('Limit and window: `1000;w=60`.'),
};
const ETAG = { ETag: header('Strong tag of the representation, for If-Match and If-None-Match.') };
const REPLAYED = { 'Idempotency-Replayed': header('`true` when this is the first answer again.') };

/** An operation of the document, from its declaration alone. */
export function operationOf(endpoint: Endpoint, components: Components): object {
  const keyed = endpoint.kind === 'write' && endpoint.idempotencyKey !== undefined;
  const responses = statusesOf(endpoint).map((status) => {
    const headers = status === 401 ? REQUEST_ID : { ...REQUEST_ID, ...RATE_LIMIT };
    const response =
      status < 400
        ? successResponse(endpoint, status, components, headers)
        : problemResponse(status, { cursor: endpoint.kind === 'list', keyed, headers });
    return [String(status), response] as const;
  });
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    parameters: parametersOf(endpoint, components),
    ...requestBodyOf(endpoint, components),
    responses: Object.fromEntries(responses),
  };
}

function requestBodyOf(endpoint: Endpoint, components: Components): object {
  if (endpoint.kind !== 'write' || !endpoint.body) return {};
  const example = endpoint.bodyExample === undefined ? {} : { example: endpoint.bodyExample };
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: components.show(endpoint.body), ...example } },
    },
  };
}

function successResponse(endpoint: Endpoint, status: number, components: Components, headers: object): object {
  if (status === 304)
    return { description: 'The representation is the one that If-None-Match names.', headers: { ...headers, ...ETAG } };
  if (endpoint.kind === 'list') return listResponse(endpoint, components, headers);
  if (!endpoint.data) return { description: 'Done.', headers };
  const own = endpoint.kind === 'write' && endpoint.idempotencyKey ? { ...ETAG, ...REPLAYED } : ETAG;
  return {
    description: 'The resource.',
    headers: { ...headers, ...own },
    content: {
      'application/json': {
        schema: envelope({ data: components.show(endpoint.data) }),
        example: { data: endpoint.example, meta: META },
      },
    },
  };
}

function listResponse(endpoint: Extract<Endpoint, { kind: 'list' }>, components: Components, headers: object): object {
  const data = components.show(Type.Array(endpoint.item));
  return {
    description: 'A page of the list.',
    headers,
    content: {
      'application/json': {
        schema: envelope({ data, pagination: { $ref: '#/components/schemas/Pagination' } }),
        example: {
          data: [endpoint.example],
          pagination: { next_cursor: null, has_more: false, limit: 50 },
          meta: META,
        },
      },
    },
  };
}

function envelope(properties: Record<string, unknown>): object {
  const all = { ...properties, meta: { $ref: '#/components/schemas/Meta' } };
  return { type: 'object', required: Object.keys(all), properties: all };
}
