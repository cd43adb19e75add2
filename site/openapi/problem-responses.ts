import { type Endpoint, isPublic } from '../../gateway/endpoint/endpoint.ts';
import { problemCodes } from '../../gateway/problem/problem-codes.ts';
import { problemJson } from '../../gateway/problem/send-problem.ts';
import { ProblemExtensions } from '../../gateway/schema/problem-extensions.ts';
import type { ViolationCode } from '../../platform/core/errors/refusal.ts';
import type { Components } from './components.ts';
import { headersOf } from './headers.ts';
import { EXAMPLE_REQUEST_ID } from './meta.ts';
import { type ProblemExample, problemExamplesOf } from './problem-examples.ts';

/** The error responses of an operation by status, each with an example of every problem that it can return. */
export function problemResponsesOf(
  endpoint: Endpoint,
  statuses: readonly number[],
  components: Components,
): Map<number, object> {
  const byStatus = Map.groupBy(problemExamplesOf(endpoint, statuses), ({ problem }) => problem.status);
  return new Map(
    [...byStatus].map(([status, examples]) => {
      const counts = status !== 401 && !isPublic(endpoint);
      const response = responseOf(examples, counts, components);
      if (isPublic(endpoint) || examples.some(({ isOwn }) => isOwn)) return [status, response];
      return [status, components.share('responses', nameOf(status, examples), response)];
    }),
  );
}

/** @param counts whether the answer has the rate-limit headers */
function responseOf(examples: readonly ProblemExample[], counts: boolean, components: Components): object {
  const meanings = new Set(examples.map(({ problem }) => problemCodes[problem.code].meaning));
  const own = new Set(examples.flatMap(({ problem }) => Object.keys(problem.headers)));
  return {
    description: [...meanings].join(' Or: '),
    headers: headersOf(components, [
      ...(counts ? (['rate limit'] as const) : []),
      ...(own.has('retry-after') ? (['Retry-After'] as const) : []),
      ...(own.has('www-authenticate') ? (['WWW-Authenticate'] as const) : []),
    ]),
    content: {
      'application/problem+json': {
        schema: problemSchema(components),
        examples: Object.fromEntries(
          examples.map(({ name, problem }) => [
            name,
            {
              summary: `${problem.code}: ${problem.message}`,
              value: JSON.parse(problemJson(problem, EXAMPLE_REQUEST_ID, 'https://api.lyceum.example/errors')),
            },
          ]),
        ),
      },
    },
  };
}

/** The response's name, from status and examples: `400-invalidCursor-invalidLimit`. */
function nameOf(status: number, examples: readonly ProblemExample[]): string {
  return [status, ...examples.map(({ name }) => name)].join('-');
}

const violationCodes: Readonly<Record<ViolationCode, string>> = {
  required: 'the field is missing',
  invalid_type: 'wrong JSON type',
  invalid_string: 'text in a wrong format',
  invalid_enum: 'not one of the allowed values',
  too_small: 'too short, too few or too small',
  too_big: 'too long, too many or too large',
  unknown_field: 'not a field of this request',
  invalid_reference: 'the id of a record that does not exist',
  invalid_value: 'any other error',
};

/** The schema of a problem (RFC 9457), with the extension members of all operations. */
function problemSchema(components: Components): { $ref: string } {
  const { properties: extensions } = components.schema(ProblemExtensions) as { properties: object };
  return components.share('schemas', 'Problem', { ...problem, properties: { ...problem.properties, ...extensions } });
}

const problem = {
  type: 'object',
  description: 'An error (RFC 9457). Some operations add members such as `conflictingLog`: see their examples.',
  required: ['type', 'code', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The URL of a page that documents the code.' },
    code: { type: 'string', enum: Object.keys(problemCodes), description: 'The error code. Branch on this.' },
    title: { type: 'string', description: 'The meaning of the code, for people.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What went wrong with this request, for people.' },
    instance: {
      type: 'string',
      format: 'uri',
      description: '`urn:uuid:` and the request id. Absent if the request has its own id that is not a UUID.',
    },
    errors: {
      type: 'array',
      minItems: 1,
      description: 'The invalid values of the request, one item each. Absent if there are none.',
      items: {
        type: 'object',
        required: ['field', 'message', 'code', 'pointer'],
        properties: {
          field: { type: 'string', description: 'The same as `pointer`, in dotted form: `rooms.0.roomId`.' },
          message: { type: 'string', description: 'A message for people. The wording may change.' },
          code: {
            type: 'string',
            enum: Object.keys(violationCodes),
            description: Object.entries(violationCodes)
              .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
              .join('; '),
          },
          pointer: {
            type: 'string',
            description: 'An RFC 6901 pointer into the body, query or path: `/rooms/0/roomId`.',
          },
        },
      },
    },
  },
};
