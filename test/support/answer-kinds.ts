import { randomUUID } from 'node:crypto';
import { newEmail, type TestUser } from './test-directory.ts';
import type { TestRequest } from './test-messages.ts';

/**
 * One request for each kind of response below `/api/v4` except 401 and 429, for tests of what all responses have in
 * common.
 */
export const answerKinds: readonly (readonly [
  status: number,
  method: string,
  path: (user: TestUser) => string,
  request: (user: TestUser) => TestRequest,
])[] = [
  [200, 'GET', ({ path }) => path, () => ({})],
  [200, 'HEAD', ({ path }) => path, () => ({})],
  [200, 'GET', () => '/users', () => ({})],
  [200, 'PATCH', ({ path }) => path, () => ({ json: {}, ifMatch: '*' })],
  [201, 'POST', () => '/users', () => ({ json: { email: newEmail(), name: 'A' }, key: true })],
  [304, 'GET', ({ path }) => path, ({ etag }) => ({ headers: { 'if-none-match': etag } })],
  [400, 'GET', () => '/users?limit=0', () => ({})],
  [400, 'GET', () => '/users?cursor=x', () => ({})],
  [400, 'POST', () => '/users', () => ({ text: '{', key: true })],
  [404, 'GET', () => '/nothing', () => ({})],
  [404, 'GET', () => `/users/${randomUUID()}`, () => ({})],
  [405, 'DELETE', () => '/users', () => ({})],
  [409, 'POST', () => '/users', ({ data: { email } }) => ({ json: { email, name: 'A' }, key: true })],
  [412, 'PATCH', ({ path }) => path, () => ({ json: {}, ifMatch: '"x"' })],
  [413, 'POST', () => '/users', () => ({ text: ' '.repeat(256 * 1024 + 1), key: true })],
  [415, 'POST', () => '/users', () => ({ text: '{}', key: true, headers: { 'content-type': 'text/plain' } })],
  [422, 'POST', () => '/users', () => ({ json: {}, key: true })],
  [422, 'GET', () => '/users/%zz', () => ({})],
  [428, 'PATCH', ({ path }) => path, () => ({ json: {} })],
];
