import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { directory } from '../service.ts';

const { listUsers } = UserService.method;

let service: TestService;
let call: Call;

beforeAll(async () => {
  service = await startTestService(directory);
  call = service.call(await newInstitution(service));
});
afterAll(() => service.stop());

describe('refuses', () => {
  it.each([
    ['no page', {}, '/page'],
    ['an empty page', { page: { size: 0 } }, '/page/size'],
    ['a page that is too large', { page: { size: 501 } }, '/page/size'],
    ['a position without an instant', { page: { size: 1, after: { sort: 'x', id: NOWHERE } } }, '/page/after/sort'],
    [
      'a position without an id',
      { page: { size: 1, after: { sort: '2026-01-01T00:00:00.000Z', id: 'x' } } },
      '/page/after/id',
    ],
    ['no instant', { page: { size: 1 }, updatedSince: 'yesterday' }, '/updatedSince'],
    ['an impossible day', { page: { size: 1 }, updatedSince: '2026-02-30T00:00:00.000Z' }, '/updatedSince'],
  ])('%s', async (_, request, pointer) => {
    await expect(call(listUsers, request)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer }],
    });
  });
});
