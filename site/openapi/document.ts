import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { tags } from '../../gateway/endpoint/tags.ts';
import { Components } from './components.ts';
import { operationOf } from './operation.ts';
import { webhooksOf } from './webhooks.ts';

/**
 * The OpenAPI 3.1 document of the declared endpoints. The same endpoints give the same document.
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
      version: VERSION,
      summary: 'The API of an education-institution platform.',
      description: DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Lyceum' },
    },
    servers: [{ url: '/api/v4', description: 'This installation.' }],
    security: [{ basic: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name, description: tags[name].description })),
    paths,
    webhooks: webhooksOf(components),
    components: { ...components.toJSON(), securitySchemes: { basic } },
  };
}

const VERSION = '4.3.0';

const basic = {
  type: 'http',
  scheme: 'basic',
  description: 'The integration’s `clientId` is the user name, its `clientSecret` the password.',
};

/** The reference lists and finds the headings, and the pages of errors link to them: problem-codes.ts. */
export const DESCRIPTION = `Every request is made by an integration, which belongs to one institution. You see the data of this institution only; records of other institutions return 404.

**Start here**: the [guides](/docs/guides) begin with your first request. There are clients for [TypeScript](/docs/lyceum-client-${VERSION}.tgz) and [Python](/docs/lyceum_client-${VERSION}-py3-none-any.whl), and a page with [all error codes](/errors).

## Authentication

Send \`Authorization: Basic\` with the base64 of \`clientId:clientSecret\`. [An administrator of your institution](/docs/guides/authentication#get-credentials) gives you both.

## Requests

Bodies are JSON in UTF-8, at most 256 KiB and 10,000 values. Unknown properties are rejected. Send date-times in RFC 3339 with an offset; they come back in UTC with milliseconds. Treat ids as opaque.

## Responses

A response is \`{ data, meta }\`; a list is \`{ data, pagination, meta }\`. With \`fields=id,email\`, \`data\` has only these properties.

## Lists

A list has a fixed order and comes in pages. Start with \`limit\` (1 to 100, 50 by default). While \`has_more\` is true, send \`pagination.next_cursor\` as \`cursor\` to get the next page. Unknown query parameters are ignored; the header \`Ignored-Parameters\` names them.

## Errors

Errors are \`application/problem+json\` (RFC 9457). Branch on \`code\`. \`type\` is the URL of a page that documents it, and \`errors\` lists each invalid value with a pointer.

## Idempotency keys

Creates take an \`Idempotency-Key\`. If you get no response, or a 503, send the same request with the same key again: it takes effect once.

## ETags

Changes take \`If-Match\` with the \`ETag\` of the version that you read. On 412, read the resource again and send the change with the new ETag. Reads of one resource return 304 to \`If-None-Match\` while it has not changed.

## Dry runs

Most writes can be tried: send the same request below \`/api/v4/dry-run\`, to the path in the operation's \`x-dry-run\`. The answer is the one that the write would have now, with the header \`Dry-Run: true\`, and nothing is written. [Try before you write](/docs/guides/try-before-you-write).

## Rate limit

An integration may send 1000 requests within any 60 seconds. The headers \`RateLimit-*\` tell you how many are left. On 429, repeat the request after the seconds in \`Retry-After\`.`;
