import type { ViolationCode } from '../../platform/core/errors/refusal.ts';
import { type Endpoint, isPublic } from '../endpoint/endpoint.ts';
import { problemCodes } from '../problem/problem-codes.ts';
import { problemJson } from '../problem/send-problem.ts';
import { ProblemExtensions } from '../schema/problem-extensions.ts';
import type { Components } from './components.ts';
import { headersOf } from './headers.ts';
import { EXAMPLE_REQUEST_ID } from './meta.ts';
import { type ProblemExample, problemExamplesOf } from './problem-examples.ts';

/** The error responses of an operation by status, each with an example of every problem that it can be. */
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

/** @param counts whether the answer says what is left of the rate limit */
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

/** What the response is, by status and examples: `400-invalidCursor-invalidLimit`. */
function nameOf(status: number, examples: readonly ProblemExample[]): string {
  return [status, ...examples.map(({ name }) => name)].join('-');
}

const violationCodes: Readonly<Record<ViolationCode, string>> = {
  required: 'the field is missing',
  invalid_type: 'another JSON type',
  invalid_string: 'text of another form',
  invalid_enum: 'none of the values that there are',
  too_small: 'too short, too few or too small',
  too_big: 'too long, too many or too great',
  unknown_field: 'no field of this request',
  invalid_reference: 'the id of no record',
  invalid_value: 'any other fault',
};

/** The problem's schema (RFC 9457; spec: Errors), the facts of every operation among its members. */
function problemSchema(components: Components): { $ref: string } {
  const { properties: extensions } = components.schema(ProblemExtensions) as { properties: object };
  return components.share('schemas', 'Problem', { ...problem, properties: { ...problem.properties, ...extensions } });
}

const problem = {
  type: 'object',
  description: 'RFC 9457. Members such as `conflictingLog` are those of single operations: their examples show which.',
  required: ['type', 'code', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The address of a page that documents the code.' },
    code: { type: 'string', enum: Object.keys(problemCodes), description: 'What clients branch on.' },
    title: { type: 'string', description: 'The code in words.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What went wrong with this request.' },
    instance: {
      type: 'string',
      format: 'uri',
      description: '`urn:uuid:` and the request id; left out when the client’s own id is no UUID.',
    },
    errors: {
      type: 'array',
      minItems: 1,
      description: 'The faults of the request, one item each; left out when there are none to name.',
      items: {
        type: 'object',
        required: ['field', 'message', 'code', 'pointer'],
        properties: {
          field: { type: 'string', description: 'The pointer with dots: `rooms.0.roomId`.' },
          message: { type: 'string', description: 'For people; it may change.' },
          code: {
            type: 'string',
            enum: Object.keys(violationCodes),
            description: Object.entries(violationCodes)
              .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
              .join('; '),
          },
          pointer: { type: 'string', description: 'RFC 6901 pointer into body, query or path: `/rooms/0/roomId`.' },
        },
      },
    },
  },
};
