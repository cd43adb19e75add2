import { afterAll, beforeAll, expect, it } from 'vitest';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { directory } from '../service.ts';
import { cachedSettings } from './institutions.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(directory, { service: 'own' });
});
afterAll(() => service.stop());

async function isSchedulingEnabled(institutionId: string): Promise<boolean | null> {
  return (await cachedSettings(service.runtime, institutionId)).schedulingEnabled;
}

it('another process’s changes become visible after five seconds', async () => {
  const { institutionId } = await newInstitution(service);
  expect(await isSchedulingEnabled(institutionId)).toBeNull();
  await service.sql('UPDATE institutions SET scheduling_enabled = false WHERE id = $1', [institutionId]);
  service.clock.advance(4_999);
  expect(await isSchedulingEnabled(institutionId)).toBeNull();
  service.clock.advance(1);
  expect(await isSchedulingEnabled(institutionId)).toBe(false);
});

it('another process’s changes become visible at once when the clock is set back', async () => {
  const { institutionId } = await newInstitution(service);
  expect(await isSchedulingEnabled(institutionId)).toBeNull();
  await service.sql('UPDATE institutions SET scheduling_enabled = false WHERE id = $1', [institutionId]);
  service.clock.advance(-1);
  expect(await isSchedulingEnabled(institutionId)).toBe(false);
  service.clock.advance(1);
});

it('this process’s changes are visible at once', async () => {
  const operator = await newInstitution(service);
  expect(await isSchedulingEnabled(operator.institutionId)).toBeNull();
  await service.call(operator)(InstitutionService.method.setInstitutionSettings, {
    change: { schedulingEnabled: false },
  });
  expect(await isSchedulingEnabled(operator.institutionId)).toBe(false);
});

it('concurrent callers share a look-up', async () => {
  const { institutionId } = await newInstitution(service);
  const first = cachedSettings(service.runtime, institutionId);
  expect(cachedSettings(service.runtime, institutionId)).toBe(first);
  await first;
});

it('a new institution is found at once', async () => {
  await expect(cachedSettings(service.runtime, NOWHERE)).rejects.toMatchObject({ code: 'INSTITUTION_NOT_FOUND' });
  await service.sql(
    `INSERT INTO institutions (id, ref, name, created_at, updated_at) VALUES ($1, 'n', 'N', now(), now())`,
    [NOWHERE],
  );
  expect(await isSchedulingEnabled(NOWHERE)).toBeNull();
});
