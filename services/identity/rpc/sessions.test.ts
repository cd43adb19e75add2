import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { publicKeysOf } from '../../../platform/calls/identity/identity-keys.ts';
import { IdentityVerifier } from '../../../platform/calls/identity/identity-verifier.ts';
import { ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService, SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { testKeys } from '../../../test/support/calls/test-identities.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { newAdministrator, ORIGIN, signIn } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { removeSessions, removeSignInLinks } from '../store/sessions.ts';

const { createSignInLink, setOwnExcelLanguage, setOwnLanguage } = AdministratorService.method;
const { getSignInLink, signInWithLink, authenticateSession, listSessions } = SessionService.method;
const MINUTE = 60_000;

let service: TestService;
let operator: TenantActor;
let operate: Call;
let anyone: Call;
let ada: User;
let lines = '';
beforeAll(async () => {
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(line, _, done) {
        lines += line;
        done();
      },
    }),
  );
  service = await startIdentity({ service: 'own', log });
  anyone = service.call(ANONYMOUS);
});
afterAll(() => service.stop());
beforeEach(async () => {
  operator = await newInstitution(service, { timeTrackingTimezone: 'Europe/Berlin' });
  operate = service.call(operator);
  ada = await newAdministrator(service, operator, 'ada@x.example');
});

const newCode = async () => (await operate(createSignInLink, { email: ada.email })).code;
const use = async (code: string) => (await anyone(signInWithLink, { code, origin: ORIGIN })).session;
const identify = async (token: string) => (await anyone(authenticateSession, { token })).identity;

describe('a one-time link', () => {
  it('expires after 15 minutes', async () => {
    const code = await newCode();
    service.clock.advance(15 * MINUTE);
    expect((await anyone(getSignInLink, { code })).link).toBeUndefined();
    expect(await use(code)).toBeUndefined();
  });

  it('signs in once, however many use it at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const code = await newCode();
      const sessions = await Promise.all(Array.from({ length: 8 }, () => use(code)));
      expect(sessions.filter(Boolean)).toHaveLength(1);
    }
    const { actor } = await signIn(service, operator, ada);
    expect((await service.call(actor)(listSessions, {})).sessions).toHaveLength(6);
  });
});

describe('AuthenticateSession', () => {
  it('signs the identity of the administrator for a minute', async () => {
    const { token, actor } = await signIn(service, operator, ada);
    const identity = await identify(token);
    expect(identity).toMatchObject({
      userId: ada.id,
      userName: ada.name,
      institutionId: operator.institutionId,
      sessionId: actor.sessionId,
    });
    const at = (now: number) => new IdentityVerifier(publicKeysOf(testKeys), { now: () => now });
    expect(await at(service.clock.now()).verify(identity?.token ?? '')).toEqual(actor);
    const later = service.clock.now() + MINUTE + LEEWAY_MS;
    await expect(at(later).verify(identity?.token ?? '')).rejects.toMatchObject({ code: 'CALLER_UNAUTHENTICATED' });
  });

  it.each(['language', 'excelLanguage'] as const)(
    'has the %s that the person has chosen, in all sessions at once; the same again is no change',
    async (name) => {
      const [one, other] = [await signIn(service, operator, ada), await signIn(service, operator, ada)];
      const own = service.call(one.actor);
      const choose = (value: string) =>
        name === 'language'
          ? own(setOwnLanguage, { language: value })
          : own(setOwnExcelLanguage, { excelLanguage: value });
      const chosen = async () => [(await identify(one.token))?.[name], (await identify(other.token))?.[name]];
      expect(await chosen()).toEqual(['', '']);
      await Promise.all([choose('de'), choose('de')]);
      expect(await chosen()).toEqual(['de', 'de']);
      for (const value of ['d', 'DE', 'de-de', 'de\n'])
        await expect(choose(value)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
      await choose('');
      expect(await chosen()).toEqual(['', '']);
      const changes = await service.sql(
        `SELECT FROM audit_log WHERE operation LIKE '%/SetOwn%Language' AND resource_id = $1`,
        [ada.id],
      );
      expect(changes).toHaveLength(2);
    },
  );

  it('refuses a session that began while the user was being archived', async () => {
    const { token } = await signIn(service, operator, ada);
    // As if the event had been handled just before the session was stored.
    await service.sql('INSERT INTO archived_users VALUES ($1, $2)', [operator.institutionId, ada.id]);
    expect(await identify(token)).toBeUndefined();
  });
});

it('codes and tokens are stored nowhere, and what has expired is removed', async () => {
  const keyed = service.callWithKey(operator, { key: 'link', fingerprint: 'link' });
  const { code } = (await keyed(createSignInLink, { email: ada.email })).message;
  const replay = await keyed(createSignInLink, { email: ada.email });
  expect(replay).toMatchObject({ message: { code: '', url: '' }, metadata: { replayed: true } });
  const { token } = (await use(await newCode())) ?? {};
  const identity = await identify(token ?? '');
  const everything = async () => {
    const tables = await service.sql<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const rows = tables.map(({ name }) => service.sql(`SELECT string_agg(t::text, ' ') AS text FROM ${name} t`));
    return `${lines} ${JSON.stringify(await Promise.all(rows))}`;
  };
  const stored = await everything();
  expect(stored).toContain(ada.id);
  for (const secret of [code, token ?? '', identity?.token ?? '']) {
    expect(secret).not.toBe('');
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
  }
  const remove = () =>
    Promise.all(
      [removeSignInLinks, removeSessions].map((statement) =>
        service.runtime.db.transaction(
          (tx) => tx.rows(statement, { before: toInstantText(service.clock.now()), limit: 1_000 }),
          { of: 'nobody' },
        ),
      ),
    );
  await remove();
  expect((await anyone(getSignInLink, { code })).link).toBeDefined();
  expect(await identify(token ?? '')).toBeDefined();
  service.clock.advance(12 * 60 * MINUTE);
  await remove();
  expect(await service.sql('SELECT FROM sign_in_links')).toEqual([]);
  expect(await service.sql('SELECT FROM administrator_sessions')).toEqual([]);
});

/** The allowed difference between the clocks of two machines. */
const LEEWAY_MS = 30_000;
