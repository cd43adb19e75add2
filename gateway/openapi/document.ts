import type { Endpoint } from '../endpoint/endpoint.ts';
import { Components } from './components.ts';
import { operationOf } from './operation.ts';
import { problemSchema } from './problem-responses.ts';

/** The OpenAPI 3.1 document of the declared endpoints (spec: Versioning). The same endpoints give the same document. */
export function openapiDocument(endpoints: readonly Endpoint[]): object {
  const components = new Components();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    paths[endpoint.path] = path;
    path[endpoint.method.toLowerCase()] = operationOf(endpoint, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lyceum API',
      version: '4.3.0',
      summary: 'The API of an education-institution platform.',
      description: DESCRIPTION,
    },
    servers: [{ url: '/api/v4' }],
    security: [{ basic: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'An integration’s clientId as user name, its clientSecret as password.',
        },
      },
      schemas: { ...components.schemas, Meta: metaSchema, Pagination: paginationSchema, Problem: problemSchema },
    },
  };
}

const DESCRIPTION = `Every request is made by an integration that belongs to one institution, and sees that institution's data alone.

- **Lists** are keyset pages: \`limit\` (1 to 100, default 50) and \`cursor\` (\`pagination.next_cursor\` of the page before).
- **Errors** are \`application/problem+json\`; branch on \`code\`, whose page \`type\` points to.
- **Creates** take an \`Idempotency-Key\`: on failure repeat the request with the same key.
- **Changes** take \`If-Match\` with the \`ETag\` of what was read.
- **Rate limit**: 1000 requests per minute, sliding; on 429 wait the seconds of \`Retry-After\`.
- **Date-times** are RFC 3339, with an offset on input, UTC with milliseconds on output.`;

const metaSchema = {
  type: 'object',
  required: ['requestId', 'timestamp', 'version'],
  properties: {
    requestId: { type: 'string', description: 'The id of the request; of a replay, of the first one.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When the answer was made.' },
    version: { type: 'string', const: 'v4' },
  },
};

const paginationSchema = {
  type: 'object',
  required: ['next_cursor', 'has_more', 'limit'],
  properties: {
    next_cursor: { type: ['string', 'null'], description: 'Opaque; null on the last page.' },
    has_more: { type: 'boolean', description: 'False on the last page.' },
    limit: { type: 'integer', description: 'The effective page size.' },
  },
};
