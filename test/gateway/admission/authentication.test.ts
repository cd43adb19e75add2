import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { query } from '../../support/postgres/query.ts';
import { readAnswer, TestClient } from '../../support/test-client.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/** Basic authentication (decisions 3.5). */
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
afterAll(() => system.stop());

const encode = (text: string) => Buffer.from(text).toString('base64');

async function get(authorization?: string): Promise<TestAnswer> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return readAnswer(await fetch(`${system.url}/api/v4/users`, { headers }));
}

/** A response without what differs between requests. */
function shapeOf({ status, headers, body: { instance, ...body } }: TestAnswer): unknown {
  const named = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return [status, named, body];
}

/** Sets an integration's secret. */
async function setSecret({ clientId }: TestClient, secret: string): Promise<TestClient> {
  const hash = JSON.stringify(createHash('sha256').update(secret).digest('hex'));
  const update = "UPDATE integrations SET secrets = jsonb_set(secrets, '{0,hash}', $2) WHERE client_id = $1";
  await query(system.databases.url('identity'), update, [clientId, hash]);
  return new TestClient(system.url, clientId, secret);
}

const deactivate = ({ clientId }: TestClient) =>
  system.operator()(IntegrationService.method.deactivateIntegration, { clientId });

describe('200', () => {
  const forms: readonly (readonly [what: string, of: (credentials: string) => string])[] = [
    ['the scheme in lower case', (credentials) => `basic ${credentials}`],
    ['the scheme in upper case', (credentials) => `BASIC ${credentials}`],
    ['the scheme in mixed case', (credentials) => `bAsIc ${credentials}`],
    ['several spaces', (credentials) => `Basic    ${credentials}`],
    ['no padding', (credentials) => `Basic ${credentials.replace(/=+$/, '')}`],
  ];
  it.each(forms)('%s', async (_, of) => {
    const { clientId, clientSecret } = school.client;
    expect((await get(of(encode(`${clientId}:${clientSecret}`)))).status).toBe(200);
  });

  it.each(['se:cr:et', ':', '::', ' with spaces ', 'pässwörd€🎓', 'x'.repeat(1000)])(
    'the secret "%s"',
    async (secret) => {
      const client = await setSecret(await system.newClient(school.id), secret);
      expect((await client.get('/users')).status).toBe(200);
    },
  );

  it('the secrets before and after rotations, until they are ended', async () => {
    const first = await system.newClient(school.id);
    const rotate = async () => {
      const { clientSecret } = await system.operator()(IntegrationService.method.rotateIntegrationSecret, {
        clientId: first.clientId,
      });
      return new TestClient(system.url, first.clientId, clientSecret);
    };
    const second = await rotate();
    expect((await first.get('/users')).status).toBe(200);
    expect((await second.get('/users')).status).toBe(200);
    const third = await rotate();
    expect((await first.get('/users')).status).toBe(200);
    await system.operator()(IntegrationService.method.endOldSecret, { clientId: first.clientId });
    system.clock.advance(CREDENTIALS_TTL_MS);
    expect((await first.get('/users')).status).toBe(401);
    expect((await second.get('/users')).status).toBe(401);
    expect((await third.get('/users')).status).toBe(200);
  });
});

describe('401', () => {
  const { clientId, clientSecret } = { clientId: 'lyceum-x', clientSecret: 'y' };
  const headers: readonly (readonly [what: string, header: string | undefined])[] = [
    ['no header', undefined],
    ['an empty one', ''],
    ['the scheme alone', 'Basic'],
    ['another scheme', `Bearer ${encode(`${clientId}:${clientSecret}`)}`],
    ['no scheme', encode(`${clientId}:${clientSecret}`)],
    ['what is no base64', `Basic ${clientId}:${clientSecret}`],
    ['no colon', `Basic ${encode('x')}`],
    ['an empty id', `Basic ${encode(`:${clientSecret}`)}`],
    ['an empty secret', `Basic ${encode(`${clientId}:`)}`],
    ['U+0000', `Basic ${encode('a\0:b')}`],
    ['bytes that are no UTF-8', `Basic ${Buffer.of(0x61, 0x3a, 0xff).toString('base64')}`],
    ['an id of 1000 characters', `Basic ${encode(`${'x'.repeat(1000)}:y`)}`],
    ['an id that asks for more', `Basic ${encode("' OR '1'='1:y")}`],
    ['two sets of credentials', `Basic ${encode('a:b')}, Basic ${encode('a:b')}`],
  ];
  it.each(headers)('%s: the same answer as to an unknown client', async (_, header) => {
    const unknown = await get(`Basic ${encode('lyceum-nobody:secret')}`);
    expect(unknown.status).toBe(401);
    expect(shapeOf(await get(header))).toEqual(shapeOf(unknown));
  });

  it('a wrong secret, one of another integration, and an inactive integration: the same answer', async () => {
    const unknown = shapeOf(await get(`Basic ${encode('lyceum-nobody:secret')}`));
    const other = await system.newClient(school.id);
    const inactive = await system.newClient(school.id);
    await deactivate(inactive);
    const own = school.client;
    for (const credentials of [
      `${own.clientId}:wrong`,
      `${own.clientId}:${own.clientSecret} `,
      `${own.clientId}:${own.clientSecret.toUpperCase()}`,
      `${own.clientId}:${other.clientSecret}`,
      `${own.clientId.toUpperCase()}:${own.clientSecret}`,
      `${inactive.clientId}:${inactive.clientSecret}`,
      `${inactive.clientId}:wrong`,
    ]) {
      expect(shapeOf(await get(`Basic ${encode(credentials)}`))).toEqual(unknown);
    }
  });

  it('a deactivated integration, at the latest when its cache entry is five seconds old', async () => {
    const client = await system.newClient(school.id);
    expect((await client.get('/users')).status).toBe(200);
    await deactivate(client);
    system.clock.advance(CREDENTIALS_TTL_MS);
    expect((await client.get('/users')).status).toBe(401);
    const after = await system.newClient(school.id);
    expect((await after.get('/users')).status).toBe(200);
  });

  it('a secret that is not valid yet, and 200 once it is', async () => {
    const client = await system.newClient(school.id);
    const early = new TestClient(system.url, client.clientId, 'early');
    expect((await early.get('/users')).status).toBe(401);
    await setSecret(client, 'early');
    system.clock.advance(CREDENTIALS_TTL_MS);
    expect((await early.get('/users')).status).toBe(200);
  });
});

const CREDENTIALS_TTL_MS = 5_000;
