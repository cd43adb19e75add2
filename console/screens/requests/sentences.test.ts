import { create } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import { RequestSchema } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { inEnglish } from '../../components/testing/english.ts';
import { sentenceOf } from './sentences.ts';

const ID = '0192a000-0000-7000-8000-000000000001';
const names = (id: string | undefined) => (id === ID ? 'Busy Bee' : undefined);
const told = (method: string, route: string | undefined, path = route ?? '/x', status = 200) =>
  inEnglish(() =>
    sentenceOf(create(RequestSchema, { method, path, status, ...(route !== undefined && { route }) }), 'HR', names),
  );

it.each([
  ['GET', '/api/v4/users', '/api/v4/users?limit=5', 200, 'HR read users'],
  ['GET', '/api/v4/users/{id}', `/api/v4/users/${ID}`, 200, 'HR read the user Busy Bee'],
  ['PATCH', '/api/v4/users/{id}', `/api/v4/users/${ID}`, 200, 'HR changed the user Busy Bee'],
  ['PATCH', '/api/v4/users/{id}', `/api/v4/users/${ID}`, 412, 'HR tried to change the user Busy Bee'],
  [
    'PATCH',
    '/api/v4/dry-run/users/{id}',
    `/api/v4/dry-run/users/${ID}`,
    200,
    'HR tried out to change the user Busy Bee',
  ],
  ['GET', '/api/v4/rooms/{id}', '/api/v4/rooms/x', 404, 'HR tried to read a room'],
  ['POST', '/api/v4/appointments', undefined, 201, 'HR added an appointment'],
  ['DELETE', '/api/v4/appointments/{id}', '/api/v4/appointments/x', 204, 'HR deleted an appointment'],
  [
    'GET',
    '/api/v4/time-tracking/logs',
    `/api/v4/time-tracking/logs?userId=${ID}`,
    200,
    'HR read time records of Busy Bee',
  ],
  ['POST', '/api/v4/time-tracking/sessions/start', undefined, 201, 'HR began a session'],
  [
    'POST',
    '/api/v4/webhook-endpoints/{id}/rotate-secret',
    undefined,
    201,
    'HR rotated the secret of a webhook endpoint',
  ],
  ['POST', '/scim/v2/Users', undefined, 201, 'HR added a user'],
  ['HEAD', '/api/v4/rooms/free', undefined, 200, 'HR read free rooms'],
  [
    'GET',
    '/api/v4/time-tracking/sessions/active',
    `/api/v4/time-tracking/sessions/active?userId=${ID}`,
    404,
    'HR tried to read the active session of Busy Bee',
  ],
  ['TRACE', '/api/v9/users', undefined, 200, 'HR sent a request'],
  ['GET', undefined, '/api/v4/nope', 404, 'HR tried to read what does not exist'],
])('%s %s (%s) %s: %s', (method, route, path, status, sentence) => {
  expect(told(method, route, path, status)).toBe(sentence);
});
