import type { Endpoint } from '../endpoint/endpoint.ts';
import { Components } from './components.ts';
import { operationOf } from './operation.ts';
import { tags } from './tags.ts';

/**
 * The OpenAPI 3.1 document of the declared endpoints (spec: Versioning). The same endpoints give the same document.
 * @throws Error when two endpoints use one name for different things.
 */
export function openapiDocument(endpoints: readonly Endpoint[]): object {
  const components = new Components();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, endpoints, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lyceum API',
      version: '4.3.0',
      summary: 'The API of an education-institution platform.',
      description: DESCRIPTION,
      contact: { name: 'Whoever runs this installation' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Lyceum' },
    },
    servers: [{ url: '/api/v4', description: 'This installation.' }],
    security: [{ basic: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name, description: tags[name] })),
    paths,
    components: { ...components.toJSON(), securitySchemes: { basic } },
  };
}

const basic = {
  type: 'http',
  scheme: 'basic',
  description: 'The integration’s `clientId` as user name, its `clientSecret` as password.',
};

/** The reference lists and finds the headings, and the pages of errors link to them: problem-codes.ts. */
export const DESCRIPTION = `Every request is made by an integration that belongs to one institution, and reaches that institution’s data alone: what belongs to another is 404.

**To begin with**: the [guides](/docs/guides), from the first request on; [a collection for Postman and Bruno](/docs/lyceum.postman_collection.json) has all requests; \`@lyceum/client\` is the client for TypeScript; [all error codes](/errors) are on one page.

## Authentication

Send \`Authorization: Basic\` with base64 of \`clientId:clientSecret\`. The operator of the installation gives you both.

## Requests

Bodies are JSON in UTF-8 of at most 1 MiB; unknown properties are refused. Date-times are RFC 3339 with an offset, and come back in UTC with milliseconds. Ids are opaque.

## Answers

An answer is \`{ data, meta }\`, a list \`{ data, pagination, meta }\`. \`fields=id,email\` narrows \`data\` to those properties.

## Lists

Lists are pages over a fixed order. Begin with \`limit\` (1 to 100, 50 by default), go on with \`cursor\` from \`pagination.next_cursor\` while \`has_more\` is true. Unknown query parameters are ignored.

## Errors

Errors are \`application/problem+json\` (RFC 9457). Branch on \`code\`; \`type\` is the address of a page that documents it, \`errors\` names each fault with a pointer.

## Idempotency keys

Creates take an \`Idempotency-Key\`. When no answer comes, or a 503, send the same request with the same key again: it happens once.

## ETags

Changes take \`If-Match\` with the \`ETag\` of what you read. On 412 read again, and send the change with the new one. Reads of one resource answer 304 to \`If-None-Match\` while it is the same.

## Rate limit

An integration may send 1000 requests within any 60 seconds; the headers \`RateLimit-*\` say what is left. On 429 repeat the request after the seconds of \`Retry-After\`.`;
