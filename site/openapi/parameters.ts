import type { TObject, TSchema } from 'typebox';
import { type Endpoint, isPublic } from '../../gateway/endpoint/endpoint.ts';
import { queryOf } from '../../gateway/endpoint/query-of.ts';
import { MemberQuery } from '../../gateway/schema/member.ts';
import type { Components } from './components.ts';

/** The parameters of an operation: path, query, headers. */
export function parametersOf(endpoint: Endpoint, components: Components): object[] {
  const shared = (...names: (keyof typeof SHARED)[]) =>
    names.map((name) => components.share('parameters', name, SHARED[name]));
  const path = pathParametersOf(endpoint);
  const member = endpoint.member ? parametersIn(MemberQuery, components) : [];
  const own = parametersIn(queryOf(endpoint), components);
  switch (endpoint.kind) {
    case 'read':
      return [...path, ...member, ...own, fieldsOf(endpoint.data), ...shared('ifNoneMatch', 'requestId')];
    case 'list':
      return [
        ...path,
        ...member,
        ...shared('limit', 'cursor'),
        ...own,
        fieldsOf(endpoint.item),
        ...shared('requestId'),
      ];
    case 'document':
      return [...path, ...own, ...shared('ifNoneMatch', 'requestId')];
    case 'write': {
      const { idempotencyKey, ifMatch } = endpoint;
      return [
        ...path,
        ...shared(idempotencyKey ? 'idempotencyKey' : 'optionalIdempotencyKey'),
        ...(ifMatch ? shared(ifMatch === 'required' ? 'ifMatch' : 'optionalIfMatch') : []),
        ...shared('requestId'),
      ];
    }
  }
}

function pathParametersOf(endpoint: Endpoint): object[] {
  if (isPublic(endpoint)) return [feedToken];
  const { path } = endpoint;
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'Opaque. An id that does not exist returns 404; a value that is not a possible id returns 422.',
    schema: { type: 'string', pattern: name === 'requestId' ? '^[A-Za-z0-9._-]{1,128}$' : '^[A-Za-z0-9_-]{1,64}$' },
    example: EXAMPLE_ID,
  }));
}

const feedToken = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'The secret part of the URL: 32 random bytes in base64url. A token of no active feed returns 404.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
  example: 'bm90LWEtdG9rZW4tYnV0LWFuLWV4YW1wbGUtb2Ytb25',
};

/** The query parameters of a schema. */
function parametersIn({ properties, required }: TObject, components: Components): object[] {
  return Object.entries<TSchema>(properties).map(([name, schema]) => {
    const { description, examples, ...shown } = components.schema(schema) as {
      description?: string;
      examples?: unknown[];
    };
    const value = examples?.[0] ?? EXAMPLES[name];
    const shownAs = required?.includes(name) ? { required: true, example: value } : optional(value);
    const list = 'items' in shown ? { style: 'form', explode: false } : {};
    return { name, in: 'query', ...list, ...shownAs, description, schema: shown };
  });
}

function fieldsOf({ properties }: TObject): object {
  const names = Object.keys(properties);
  return {
    name: 'fields',
    in: 'query',
    description: `Property names, separated by commas, such as \`${names.slice(0, 2).join()}\`. \`data\` then has only these properties. \`fields=a&fields=b\` is the same as \`fields=a,b\`.`,
    style: 'form',
    explode: false,
    ...optional(names.slice(0, 2)),
    schema: { type: 'array', minItems: 1, items: { type: 'string', enum: names } },
  };
}

/** The example of an optional parameter. Without `x-disabled` the page would send it by default. */
function optional(value: unknown): object {
  return { examples: { example: { value, 'x-disabled': true } } };
}

const EXAMPLE_ID = '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11';

/** Examples of filters whose schemas have none. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  capacity: 30,
  code: 'NH-0001',
  courseId: EXAMPLE_ID,
  email: 'ada@nordhafen.example',
  eventId: EXAMPLE_ID,
  from: '2026-10-12T00:00:00Z',
  isArchived: 'false',
  locationId: EXAMPLE_ID,
  organizerId: EXAMPLE_ID,
  userGroupId: EXAMPLE_ID,
  resourceId: EXAMPLE_ID,
  resourceType: 'user',
  roomId: EXAMPLE_ID,
  search: 'ada',
  since: '2026-10-01T00:00:00Z',
  status: 'failed',
  to: '2026-10-19T00:00:00Z',
  types: 'user.created,user.updated',
  updatedSince: '2026-10-01T00:00:00Z',
  userId: EXAMPLE_ID,
};

const key = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A text of your choice, such as a UUID; a new one for each new request. If you send it again with the same body within 24 hours, nothing happens twice: you get the first response again, including `meta`. An error frees the key.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
const match = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag of the version that you read, or several ETags; `*` matches any version. If the resource has changed since, the request changes nothing and returns 412.',
  schema: { type: 'string' },
};

/** The parameters that are the same in all operations that have them, by their component name. */
const SHARED = {
  limit: {
    name: 'limit',
    in: 'query',
    description: 'The maximum number of items in a page.',
    ...optional(100),
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description:
      'Where the page starts: `pagination.next_cursor` of the previous page. Send the same filters; `limit` and `fields` may differ.',
    ...optional('eyJhZnRlciI6IkFkYSJ9.b3Bh'),
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The ETag of the representation that you have, or several ETags. If it is current, the response is 304.',
    ...optional('"5f0c7a523d0e"'),
    schema: { type: 'string' },
  },
  idempotencyKey: { ...key, required: true, example: '5f0c7a52-3d0e-4b44-9c38-6a1f1f0f9d2b' },
  optionalIdempotencyKey: { ...key, ...optional('5f0c7a52-3d0e-4b44-9c38-6a1f1f0f9d2b') },
  ifMatch: { ...match, required: true, example: '*' },
  optionalIfMatch: { ...match, ...optional('*') },
  requestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own id for this request, for logs and support. An id that does not have this form, or looks like a secret, is ignored.',
    ...optional('import-2026-10-12'),
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
} as const;
