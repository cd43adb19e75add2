import type { Endpoint } from '../endpoint/endpoint.ts';
import type { Components } from './components.ts';

/** The parameters of an operation: path, query, headers. */
export function parametersOf(endpoint: Endpoint, components: Components): object[] {
  return [...pathParameters(endpoint), ...queryParameters(endpoint, components), ...headerParameters(endpoint)];
}

function pathParameters({ path }: Endpoint): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'Opaque id.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    example: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11',
  }));
}

function queryParameters(endpoint: Endpoint, components: Components): object[] {
  const parameters: object[] = [];
  if (endpoint.kind === 'list') {
    parameters.push(
      query('limit', 'Page size.', { type: 'integer', minimum: 1, maximum: 100, default: 50 }),
      query('cursor', '`pagination.next_cursor` of the page before; valid for 24 hours.', { type: 'string' }),
      ...Object.entries(endpoint.filters.properties).map(([name, schema]) =>
        query(name, (schema as { description?: string }).description ?? '', components.show(schema)),
      ),
    );
  }
  if (endpoint.kind !== 'write') {
    parameters.push(
      query('fields', 'Comma-separated names of the top-level properties to return.', { type: 'string' }),
    );
  }
  return parameters;
}

function headerParameters(endpoint: Endpoint): object[] {
  const parameters = [
    header('X-Request-Id', false, 'Your own id for this request.', {
      type: 'string',
      pattern: '^[A-Za-z0-9._-]{1,128}$',
    }),
  ];
  if (endpoint.kind === 'read')
    parameters.push(header('If-None-Match', false, 'ETags of representations that you have.', { type: 'string' }));
  if (endpoint.kind !== 'write') return parameters;
  if (endpoint.idempotencyKey) {
    const description = 'Makes the request repeatable for 24 hours: the same key and body give the first answer again.';
    parameters.push(
      header('Idempotency-Key', endpoint.idempotencyKey === 'required', description, {
        type: 'string',
        minLength: 1,
        maxLength: 255,
      }),
    );
  }
  if (endpoint.ifMatch)
    parameters.push(
      header('If-Match', endpoint.ifMatch === 'required', 'The ETag of the state that you change.', { type: 'string' }),
    );
  return parameters;
}

function query(name: string, description: string, schema: unknown): object {
  return { name, in: 'query', required: false, description, schema };
}

function header(name: string, required: boolean, description: string, schema: object): object {
  return { name, in: 'header', required, description, schema };
}
