import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PathwayService, PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { idsOf, importRecords } from '../../../test/support/import-records.ts';
import { curricula } from '../service.ts';

const { createPathway, listPathways } = PathwayService.method;

let service: TestService;
beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own' });
});
afterAll(() => service.stop());

it('a pathway is created beside an older position above the bound, which stays readable', async () => {
  const institutionId = randomUUID();
  const call = service.call({ kind: 'operator', institutionId });
  const versions = [{ ref: 'first', version: '1', name: 'First' }];
  const ids = idsOf(await importRecords(call, 'curricula', [{ ref: 'science', name: 'Science', versions }]));
  const path = {
    curriculaId: ids['curricula/science'] ?? '',
    curriculaVersionId: ids['curriculaVersions/first'] ?? '',
  };
  const create = async () =>
    (await call(createPathway, { ...path, pathway: { name: 'Focus', type: PathwayType.SELECTABLE_FOCUS } })).pathway;
  const list = (page: object) => call(listPathways, { ...path, page: { size: 1, ...page } });
  const old = await create();
  await service.sql('UPDATE pathways SET position = 2147483647 WHERE institution_id = $1', [institutionId]);
  expect((await create())?.position).toBe(1);
  const first = await list({});
  const after = { sort: '1', id: first.pathways[0]?.id ?? '' };
  expect(first).toMatchObject({ pathways: [{ position: 1 }], hasMore: true });
  expect(await list({ after })).toMatchObject({ pathways: [{ id: old?.id, position: 2_147_483_647 }], hasMore: false });
});
