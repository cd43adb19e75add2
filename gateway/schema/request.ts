import { type Static, Type } from 'typebox';
import { type Request as RequestMessage, RequestSchema } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { representation, type Words } from './contract.ts';
import { grantFields } from './grant.ts';
import { Instant, nullable } from './types.ts';

const grant = grantFields({
  access: 'Whether you could write then, or only read; null if the secret was wrong, and in old records.',
  areas: 'The areas that you could use then; null if all, and where `access` is null.',
});

const words = {
  id: null,
  requestId: {
    text: 'The `X-Request-Id` of the answer, and `meta.requestId`. If you choose the ids of your requests, the latest request with an id is found by it.',
    example: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b99',
  },
  time: Instant('When the request arrived.', '2026-10-01T08:00:00.000Z'),
  integrationId: null,
  method: { text: 'The method.', example: 'GET' },
  path: {
    text: 'The path and the query. Of query parameters that the operation does not have, only the names.',
    example: '/api/v4/users?limit=50',
  },
  route: { text: 'The path as this document has it; null if the request matched none.', example: '/api/v4/users' },
  status: {
    text: 'The status of the answer; 499 if you disconnected before it was sent.',
    example: 422,
  },
  code: { text: 'The `code` of the problem; null on success.', example: 'validation_failed' },
  detail: { text: 'The `detail` of the problem; null on success.', example: 'The body has invalid fields.' },
  errors: nullable(
    Type.Array(
      Type.Object({ field: Type.String(), message: Type.String(), code: Type.String(), pointer: Type.String() }),
      { description: 'The first 20 `errors` of the problem; null if it has none.' },
    ),
  ),
  durationMs: {
    text: 'How long it took, from the arrival of the request to the end of the answer, in milliseconds.',
    example: 4.2,
  },
  bytesIn: { text: 'The size of the body in bytes.', example: 211 },
  bytesOut: { text: 'The size of the answer’s body in bytes.', example: 512 },
  isReplay: {
    text: 'Whether the answer repeated that of an earlier request with the same `Idempotency-Key`.',
    example: false,
  },
  rateLimitRemaining: null,
  userAgent: { text: 'The header `User-Agent`, at most 200 characters.', example: 'payroll/2.1' },
  access: nullable(grant.access),
  areas: grant.areas,
  clientAddress: { text: 'The address that the request came from.', example: '203.0.113.7' },
} satisfies Words<RequestMessage>;

/** The record of a request. */
export const RequestRecord = representation('RequestRecord', RequestSchema, words);
export type RequestRecordView = Static<typeof RequestRecord>;

export const requestRecordExample: RequestRecordView = {
  requestId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b99',
  time: '2026-10-01T08:00:00.000Z',
  method: 'POST',
  path: '/api/v4/users',
  route: '/api/v4/users',
  status: 422,
  code: 'validation_failed',
  detail: 'The body has invalid fields.',
  errors: [{ field: 'email', message: 'must be an email address', code: 'invalid_string', pointer: '/email' }],
  durationMs: 4.2,
  bytesIn: 211,
  bytesOut: 512,
  isReplay: false,
  userAgent: 'payroll/2.1',
  clientAddress: '203.0.113.7',
  access: 'full',
  areas: ['users'],
};
