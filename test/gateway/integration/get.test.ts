import { afterAll, expect, it } from 'vitest';
import { WorkingTimeRules } from '../../../proto/gen/lyceum/common/v1/working_time_rules_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { TestClient } from '../../support/test-client.ts';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

let institution: TestInstitution;

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

const DEFAULTS = {
  timeZone: 'UTC',
  timeTrackingEnabled: true,
  schedulingEnabled: true,
  rejectRoomConflicts: false,
  userCodeFormat: null,
  workingTimeRules: null,
  language: null,
  defaultLessonUnit: { name: 'Unit', minutes: 45 },
};

it('GET /integration: 200: who the client is, what is left of its limit, and its secrets', async () => {
  institution = await system.newInstitution('Nordhafen');
  const { client } = institution;
  const answer = await client.get('/integration');
  const { data } = answer.body;
  expect(data).toEqual({
    id: expect.any(String),
    name: 'test',
    clientId: client.clientId,
    institution: { id: institution.id, name: 'Nordhafen', timeZone: 'UTC', settings: DEFAULTS },
    timeTracking: { closedThrough: null },
    rateLimit: {
      limit: 1000,
      remaining: Number(answer.headers.get('ratelimit-remaining')),
      resetSeconds: Number(answer.headers.get('ratelimit-reset')),
    },
    access: 'full',
    areas: null,
    secrets: [{ createdAt: expect.any(String), lastUsedAt: null, expiresAt: null }],
    deprecated: [],
    createdAt: expect.any(String),
  });
  const used = await until('the use', async () => (await client.get('/integration')).body.data.secrets[0].lastUsedAt);
  expect(used).toBe(new Date(system.clock.now()).toISOString());
});

it('GET /integration: 200: which secret is used during a rotation, and when the old one ends', async () => {
  const { client } = institution;
  const operate = system.operator();
  const keepFormerSeconds = 3_600;
  const { clientSecret } = await operate(IntegrationService.method.rotateIntegrationSecret, {
    clientId: client.clientId,
    keepFormerSeconds,
  });
  const fresh = new TestClient(system.url, client.clientId, clientSecret);
  const expiresAt = new Date(system.clock.now() + keepFormerSeconds * 1_000).toISOString();
  await until('the use', async () => {
    // The gateway learns of the new secret by an event.
    const { status, body } = await fresh.get('/integration');
    if (status !== 200) return false;
    expect(body.data.secrets).toMatchObject([{ expiresAt }, { expiresAt: null }]);
    return body.data.secrets[1].lastUsedAt;
  });
  expect((await client.get('/users')).status).toBe(200);
  system.clock.advance(keepFormerSeconds * 1_000);
  expect((await client.get('/users')).status).toBe(401);
  expect((await fresh.get('/integration')).body.data.secrets).toHaveLength(1);
});

it('GET /integration: 200: the settings in effect of the own institution, as soon as they are changed', async () => {
  const [school, other] = await Promise.all([system.newInstitution(), system.newInstitution()]);
  const shown = async ({ client }: TestInstitution) => (await client.get('/integration')).body.data.institution;
  const set = (change: object) =>
    system.operator(school.id)(InstitutionService.method.setInstitutionSettings, { change });
  await set({
    timeTrackingTimezone: 'Europe/Lisbon',
    timeTrackingEnabled: false,
    schedulingEnabled: false,
    rejectRoomConflicts: true,
    userCodeFormat: 'M-[0][0][0][0]',
    workingTimeRules: WorkingTimeRules.CH_ARG,
    language: 'de',
    defaultLessonUnitName: 'Lesson',
    defaultLessonUnitMinutes: 22.5,
  });
  expect(await shown(school)).toMatchObject({
    timeZone: 'Europe/Lisbon',
    settings: {
      timeZone: 'Europe/Lisbon',
      timeTrackingEnabled: false,
      schedulingEnabled: false,
      rejectRoomConflicts: true,
      userCodeFormat: 'M-[0][0][0][0]',
      workingTimeRules: 'ch-arg',
      language: 'de',
      defaultLessonUnit: { name: 'Lesson', minutes: 22.5 },
    },
  });
  expect((await shown(other)).settings).toEqual(DEFAULTS);
  await set({
    unset: ['time_tracking_timezone', 'user_code_format', 'default_lesson_unit_name', 'working_time_rules', 'language'],
  });
  expect((await shown(school)).settings).toMatchObject({
    timeZone: 'UTC',
    userCodeFormat: null,
    workingTimeRules: null,
    language: null,
    defaultLessonUnit: { name: 'Unit', minutes: 22.5 },
  });
});

it('GET /integration: 200: a tag that changes with a setting', async () => {
  const school = await system.newInstitution();
  const operate = system.operator(school.id);
  const tag = async () => {
    // The limit is part of the representation; a minute later it is the same again.
    system.clock.advance(120_000);
    return (await school.client.get('/integration')).headers.get('etag');
  };
  const before = await tag();
  await operate(InstitutionService.method.setInstitutionSettings, { change: { rejectRoomConflicts: true } });
  const changed = await tag();
  await operate(InstitutionService.method.setInstitutionSettings, { change: { rejectRoomConflicts: false } });
  expect([changed !== before, changed !== (await tag())]).toEqual([true, true]);
});

it('GET /integration: 200: what it has used that is deprecated, and nobody else', async () => {
  const [school, other] = await Promise.all([system.newInstitution(), system.newInstitution()]);
  const colleague = await system.newClient(school.id);
  const shown = async (client: TestClient) => (await client.get('/integration')).body.data.deprecated;
  expect((await school.client.get('/appointments?fields=id,roomId')).status).toBe(200);
  expect((await school.client.get('/appointments?fields=id')).status).toBe(200);
  const wrong = new TestClient(system.url, school.client.clientId, 'wrong');
  expect((await wrong.get('/appointments?fields=roomId')).status).toBe(401);
  const uses = await until('the use', async () => {
    const found = await shown(school.client);
    return found.length > 0 && found;
  });
  expect(uses).toEqual([
    {
      feature: 'GET /appointments?fields=roomId',
      since: '2026-11-22T00:00:00.000Z',
      sunset: null,
      guide: '/docs/guides/changes#what-is-deprecated-today',
      requests: 1,
      lastUsedAt: new Date(system.clock.now() - (system.clock.now() % 3_600_000)).toISOString(),
    },
  ]);
  expect([await shown(colleague), await shown(other.client)]).toEqual([[], []]);
});
