import { afterAll, beforeAll, expect, it } from 'vitest';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { TestClient } from '../support/test-client.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

let system: TestSystem;
let institution: TestInstitution;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
});
afterAll(() => system.stop());

it('shows who the client is, what is left of its limit, and its secrets', async () => {
  institution = await system.newInstitution('Nordhafen');
  const { client } = institution;
  const answer = await client.get('/integration');
  const { data } = answer.body;
  expect(data).toEqual({
    id: expect.any(String),
    name: 'test',
    clientId: client.clientId,
    institution: { id: institution.id, name: 'Nordhafen', timeZone: 'UTC' },
    rateLimit: {
      limit: 1000,
      remaining: Number(answer.headers.get('ratelimit-remaining')),
      resetSeconds: Number(answer.headers.get('ratelimit-reset')),
    },
    secrets: [{ createdAt: expect.any(String), lastUsedAt: null, expiresAt: null }],
    createdAt: expect.any(String),
  });
  const used = await until('the use', async () => (await client.get('/integration')).body.data.secrets[0].lastUsedAt);
  expect(used).toBe(new Date(system.clock.now()).toISOString());
});

it('tells which secret is used during a rotation, and when the old one ends', async () => {
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
