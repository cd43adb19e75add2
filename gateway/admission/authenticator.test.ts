import { hash } from 'node:crypto';
import { inspect } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerTo, CLIENT, header, NOBODY, OTHER, OWN, UNKNOWN } from '../../test/support/credentials.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { Authenticator, type AuthenticatorOptions } from './authenticator.ts';
import { readBasic } from './basic-credentials.ts';
import type { Answer } from './known-client.ts';

const owner = { institutionId: 'institution-1', integrationId: 'integration-1' };
let clock: FakeClock;
/** The live secrets of each client. */
let identity: Map<string, readonly string[]>;
/** The client ids that were looked up. */
let lookUps: string[];

beforeEach(() => {
  clock = new FakeClock('2026-01-31T12:00:00Z');
  identity = new Map([[CLIENT, ['right']]]);
  lookUps = [];
});

describe('Authenticator', () => {
  test('tells which secret was right, and whose client id comes with a wrong one', async () => {
    const authenticator = new Authenticator({
      read: readBasic,
      clock,
      lookUp: async (_, secret) => ({ ...answerTo(secret, ['old', 'new']), owner }),
    });
    const hintOf = async (secret: string) => (await authenticator.authenticate(header(CLIENT, secret)))?.secretHint;
    for (const secret of ['old', 'new', 'old']) expect(await hintOf(secret)).toBe(hash('sha256', secret).slice(0, 16));
    expect(await authenticator.authenticate(header(CLIENT, 'wrong'))).toBeNull();
    expect(authenticator.ownerOf(header(CLIENT, 'wrong'))).toEqual(owner);
    expect(authenticator.ownerOf(header(UNKNOWN, 'wrong'))).toBeUndefined();
  });

  test('identifies an integration by its secret, and asks identity once per time to live', async () => {
    const authenticator = fromDirectory();
    expect(await authenticator.authenticate(header(CLIENT, 'right'))).toMatchObject(OWN);
    clock.advance(4999);
    expect(await authenticator.authenticate(header(CLIENT, 'right'))).toMatchObject(OWN);
    expect(lookUps).toEqual([CLIENT]);
    clock.advance(1);
    expect(await authenticator.authenticate(header(CLIENT, 'right'))).toMatchObject(OWN);
    expect(lookUps).toEqual([CLIENT, CLIENT]);
  });

  test('asks identity again when the clock was set back', async () => {
    const authenticator = fromDirectory();
    await authenticator.authenticate(header(CLIENT, 'right'));
    clock.advance(-60_000);
    await authenticator.authenticate(header(CLIENT, 'right'));
    expect(lookUps).toHaveLength(2);
  });

  test('accepts a new secret of a client that it knows, before it has heard of the change', async () => {
    identity.set(CLIENT, ['old']);
    const authenticator = fromDirectory();
    expect(await authenticator.authenticate(header(CLIENT, 'old'))).toMatchObject(OWN);
    identity.set(CLIENT, ['old', 'new']);
    expect(await authenticator.authenticate(header(CLIENT, 'new'))).toMatchObject(OWN);
    expect(await authenticator.authenticate(header(CLIENT, 'old'))).toMatchObject(OWN);
  });

  test('rejects a secret once the answer for another one no longer lists it', async () => {
    identity.set(CLIENT, ['old', 'new']);
    const authenticator = fromDirectory();
    expect(await authenticator.authenticate(header(CLIENT, 'old'))).toMatchObject(OWN);
    identity.set(CLIENT, ['new', 'newer']);
    expect(await authenticator.authenticate(header(CLIENT, 'new'))).toMatchObject(OWN);
    expect(await authenticator.authenticate(header(CLIENT, 'old'))).toBeNull();
  });

  test('accepts a new secret once the answer for a rejected one lists it', async () => {
    identity.set(CLIENT, ['old', 'new']);
    const authenticator = fromDirectory();
    expect(await authenticator.authenticate(header(CLIENT, 'new'))).toMatchObject(OWN);
    identity.set(CLIENT, ['new', 'newer']);
    expect(await authenticator.authenticate(header(CLIENT, 'old'))).toBeNull();
    expect(await authenticator.authenticate(header(CLIENT, 'newer'))).toMatchObject(OWN);
    expect(await authenticator.authenticate(header(CLIENT, 'new'))).toMatchObject(OWN);
  });

  test('does so for a secret cached by its header, too', async () => {
    identity.set(CLIENT, ['old', 'new']);
    const authenticator = fromDirectory();
    for (let times = 0; times < 3; times++) {
      expect(await authenticator.authenticate(header(CLIENT, 'old'))).toMatchObject(OWN);
    }
    identity.set(CLIENT, ['new', 'newer']);
    expect(await authenticator.authenticate(header(CLIENT, 'new'))).toMatchObject(OWN);
    expect(await authenticator.authenticate(header(CLIENT, 'old'))).toBeNull();
  });

  test('asks identity once after each right secret, however many wrong ones of a client are tried', async () => {
    const authenticator = fromDirectory();
    for (let n = 0; n < 20; n++) expect(await authenticator.authenticate(header(CLIENT, `wrong ${n}`))).toBeNull();
    expect(lookUps).toEqual([CLIENT]);
    expect(await authenticator.authenticate(header(CLIENT, 'right'))).toMatchObject(OWN);
    for (let n = 20; n < 40; n++) expect(await authenticator.authenticate(header(CLIENT, `wrong ${n}`))).toBeNull();
    expect(lookUps).toEqual([CLIENT, CLIENT, CLIENT]);
  });

  test('refreshes the identity while wrong secrets are tried', async () => {
    let issued = 0;
    const authenticator = new Authenticator({
      read: readBasic,
      clock,
      lookUp: async (_, secret) => answerTo(secret, ['right'], { ...OWN, token: `token ${++issued}` }),
    });
    expect(await authenticator.authenticate(header(CLIENT, 'right'))).toMatchObject({ token: 'token 1' });
    for (let seconds = 0; seconds < 60; seconds += 5) {
      clock.advance(5_000);
      expect(await authenticator.authenticate(header(CLIENT, `wrong ${seconds}`))).toBeNull();
      expect(await authenticator.authenticate(header(CLIENT, 'right'))).toMatchObject({ token: `token ${issued}` });
    }
    expect(issued).toBe(25);
  });

  test('rejects a wrong secret, an unknown client and an inactive integration, and caches all three', async () => {
    identity.set(OTHER, []);
    const authenticator = fromDirectory();
    for (const [client, secret] of [
      [CLIENT, 'wrong'],
      [UNKNOWN, 'right'],
      [OTHER, 'right'],
    ] as const) {
      expect(await authenticator.authenticate(header(client, secret))).toBeNull();
      expect(await authenticator.authenticate(header(client, secret))).toBeNull();
    }
    expect(lookUps).toEqual([CLIENT, UNKNOWN, OTHER]);
  });

  test('makes no look-up for malformed credentials and malformed ids', async () => {
    const authenticator = fromDirectory();
    expect(await authenticator.authenticate(undefined)).toBeNull();
    expect(await authenticator.authenticate('Basic ???')).toBeNull();
    for (const id of [
      'x',
      'a b1',
      'x'.repeat(256),
      CLIENT.slice(1),
      `${CLIENT}x`,
      CLIENT.toUpperCase(),
      `${CLIENT}\u2028`,
    ])
      expect(await authenticator.authenticate(header(id, 'right'))).toBeNull();
    expect(lookUps).toEqual([]);
  });

  test('shares one look-up between concurrent requests of one client, right and wrong secrets alike', async () => {
    const { authenticator, calls } = withManualLookUps();
    const answers = ['right', 'wrong', 'right'].map((secret) => authenticator.authenticate(header(CLIENT, secret)));
    const other = authenticator.authenticate(header(UNKNOWN, 'right'));
    expect(calls).toHaveLength(2);
    calls[0]?.resolve(answerTo('right'));
    calls[1]?.resolve(NOBODY);
    expect(await Promise.all(answers)).toMatchObject([OWN, null, OWN]);
    expect(await other).toBeNull();
  });

  test('passes a failure on to all waiting requests, and asks again afterwards', async () => {
    const { authenticator, calls } = withManualLookUps();
    const first = [0, 1].map(() => authenticator.authenticate(header(CLIENT, 'right')));
    calls[0]?.reject(new Error('identity is down'));
    expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const second = authenticator.authenticate(header(CLIENT, 'right'));
    calls[1]?.resolve(answerTo('right'));
    expect(await second).toMatchObject(OWN);
    expect(calls).toHaveLength(2);
  });

  test('drops one client, or all, from the cache', async () => {
    identity.set(OTHER, ['right']);
    const authenticator = fromDirectory();
    const both = async () => {
      await authenticator.authenticate(header(CLIENT, 'right'));
      await authenticator.authenticate(header(OTHER, 'right'));
    };
    await both();
    authenticator.forget(CLIENT);
    await both();
    expect(lookUps).toEqual([CLIENT, OTHER, CLIENT]);
    authenticator.forget();
    await both();
    expect(lookUps).toEqual([CLIENT, OTHER, CLIENT, CLIENT, OTHER]);
  });

  test.each([[CLIENT], [undefined]])(
    'caches nothing from a look-up that was in flight when forget(%s) was called',
    async (forgotten) => {
      const { authenticator, calls } = withManualLookUps();
      const before = authenticator.authenticate(header(CLIENT, 'right'));
      authenticator.forget(forgotten);
      const after = authenticator.authenticate(header(CLIENT, 'right'));
      expect(calls).toHaveLength(2);
      calls[1]?.resolve(NOBODY);
      expect(await after).toBeNull();
      calls[0]?.resolve(answerTo('right'));
      await before;
      expect(await authenticator.authenticate(header(CLIENT, 'right'))).toBeNull();
      expect(calls).toHaveLength(2);
    },
  );

  test('knows whose a client id is although its look-up was dropped, until identity knows no such client', async () => {
    const { authenticator, calls } = withManualLookUps();
    const wrong = header(CLIENT, 'wrong');
    const refused = authenticator.authenticate(wrong);
    authenticator.forget(CLIENT);
    calls[0]?.resolve({ ...answerTo('right'), identity: null, owner });
    expect(await refused).toBeNull();
    expect(authenticator.ownerOf(wrong)).toEqual(owner);
    const unknown = authenticator.authenticate(wrong);
    calls[1]?.resolve(NOBODY);
    expect(await unknown).toBeNull();
    expect(authenticator.ownerOf(wrong)).toBeUndefined();
  });

  test('a failure of a dropped look-up does not affect the next one', async () => {
    const { authenticator, calls } = withManualLookUps();
    const before = authenticator.authenticate(header(CLIENT, 'right'));
    authenticator.forget(CLIENT);
    const after = authenticator.authenticate(header(CLIENT, 'right'));
    calls[0]?.reject(new Error('identity is down'));
    await expect(before).rejects.toThrow('identity is down');
    const joined = authenticator.authenticate(header(CLIENT, 'right'));
    calls[1]?.resolve(answerTo('right'));
    expect(await Promise.all([after, joined])).toMatchObject([OWN, OWN]);
    expect(calls).toHaveLength(2);
  });

  test('caches no more known clients and no more rejected ids than configured', async () => {
    const clients = [1, 2, 3].map((n) => `lyceum-client-00000001${n}`);
    for (const client of clients) identity.set(client, ['right']);
    const authenticator = fromDirectory({ maxEntries: 2, maxRefused: 2 });
    for (const secret of ['right', 'wrong']) {
      clock.advance(5_000);
      lookUps = [];
      const order = [...clients, clients[0] ?? ''];
      for (const client of order) await authenticator.authenticate(header(client, secret));
      expect(lookUps).toEqual(order);
    }
  });

  test('holds neither secret nor header', async () => {
    const authenticator = fromDirectory();
    const value = header(CLIENT, 'right-and-long-enough');
    await authenticator.authenticate(value);
    const held = inspect(authenticator, { showHidden: true, depth: Number.POSITIVE_INFINITY });
    expect(held).not.toContain('right-and-long-enough');
    expect(held).not.toContain(value.slice(6));
  });
});

function fromDirectory(options: Partial<AuthenticatorOptions> = {}): Authenticator {
  return new Authenticator({
    read: readBasic,
    ...options,
    clock,
    lookUp: async (clientId, secret) => {
      lookUps.push(clientId);
      return answerTo(secret, identity.get(clientId) ?? []);
    },
  });
}

/** An authenticator whose look-ups end when the test resolves them. */
function withManualLookUps() {
  const calls: PromiseWithResolvers<Answer>[] = [];
  const authenticator = new Authenticator({
    read: readBasic,
    clock,
    lookUp: () => {
      const call = Promise.withResolvers<Answer>();
      calls.push(call);
      return call.promise;
    },
  });
  return { authenticator, calls };
}
