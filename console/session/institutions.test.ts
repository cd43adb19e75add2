import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Call } from '../../platform/calls/caller.ts';
import type { TenantActor } from '../../platform/core/actor.ts';
import { refuse } from '../../platform/core/errors/refusal.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { directory } from '../../services/directory/service.ts';
import { startTestService, type TestService } from '../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../test/support/directory/institution.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { Institutions } from './institutions.ts';

let service: TestService;
let operator: TenantActor;
let call: Call;
let clock: FakeClock;
let institutions: Institutions;
beforeAll(async () => {
  service = await startTestService(directory);
});
beforeEach(async () => {
  operator = await newInstitution(service);
  call = service.call(operator);
  clock = new FakeClock('2026-10-05T08:00:00.000Z');
  institutions = new Institutions(clock);
});

const away: Call = async () => refuse('DEPENDENCY_UNAVAILABLE');
const zone = async (by = call) => (await institutions.of(operator.institutionId, by)).timeZone;
const setZone = (timeTrackingTimezone: string) =>
  call(InstitutionService.method.setInstitutionSettings, { change: { timeTrackingTimezone } });

it('what another process has changed is shown after five seconds', async () => {
  expect(await zone()).toBe('UTC');
  await setZone('Europe/Oslo');
  clock.advance(4_999);
  expect(await zone()).toBe('UTC');
  clock.advance(1);
  expect(await zone()).toBe('Europe/Oslo');
});

it('what a form has changed is shown at once', async () => {
  expect(await zone()).toBe('UTC');
  await setZone('Europe/Oslo');
  institutions.drop(operator.institutionId);
  expect(await zone()).toBe('Europe/Oslo');
});

it('what was read while a form was under way is shown once, and not again', async () => {
  const reading = Promise.withResolvers<void>();
  const isSaved = Promise.withResolvers<void>();
  const slow: Call = async (method, request) => {
    const answer = await call(method, request);
    reading.resolve();
    await isSaved.promise;
    return answer;
  };
  const shown = zone(slow);
  await reading.promise;
  await setZone('Europe/Oslo');
  institutions.drop(operator.institutionId);
  isSaved.resolve();
  expect(await shown).toBe('UTC');
  expect(await zone()).toBe('Europe/Oslo');
});

it('while directory is away, an institution is as it was last seen, and one that was not seen is not shown', async () => {
  await expect(zone(away)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  await setZone('Europe/Oslo');
  await zone();
  clock.advance(60_000);
  expect(await zone(away)).toBe('Europe/Oslo');
});
