import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CurriculumService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/curricula/import-curricula.ts';
import { curricula } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

const operator = () => service.call({ kind: 'operator', institutionId: randomUUID() });

it.each([
  ['an invalid instant', { sort: 'yesterday', id: NOWHERE }],
  ['an invalid id', { sort: '2026-10-05T08:00:00.000Z', id: 'x' }],
])('ListCurricula refuses a position with %s', async (_, after) => {
  const refused = operator()(CurriculumService.method.listCurricula, { page: { size: 1, after } });
  await expect(refused).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
});

it.each([NOWHERE, 'x'])('the curriculum %s is not found', async (id) => {
  const notFound = { code: 'CURRICULUM_NOT_FOUND' };
  await expect(operator()(CurriculumService.method.getCurriculum, { id })).rejects.toMatchObject(notFound);
  const versions = operator()(CurriculumVersionService.method.listCurriculumVersions, {
    curriculaId: id,
    page: { size: 1 },
  });
  await expect(versions).rejects.toMatchObject(notFound);
});
