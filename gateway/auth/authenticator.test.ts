import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../services/chassis/testing/fake-clock.ts';
import { Authenticator, type Credentials } from './authenticator.ts';

const CLIENT = 'client-0001';
const OWN = { integrationId: 'integration-1', institutionId: 'institution-1', createdBy: 'user-1' };

let clock: FakeClock;
let directory: Map<string, Credentials>;
/** The client ids that were asked for. */
let asked: string[];

beforeEach(() => {
  clock = new FakeClock('2026-01-31T12:00:00Z');
  directory = new Map([[CLIENT, credentials()]]);
  asked = [];
});

describe('Authenticator', () => {
  test('knows an integration by its secret, and asks once per time to live', async () => {
    const authenticator = fromDirectory();
    expect(await authenticator.authenticate(header(CLIENT, 'right'))).toEqual(OWN);
    clock.advance(4999);
    expect(await authenticator.authenticate(header(CLIENT, 'right'))).toEqual(OWN);
    expect(asked).toEqual([CLIENT]);
    clock.advance(1);
    expect(await authenticator.authenticate(header(CLIENT, 'right'))).toEqual(OWN);
    expect(asked).toEqual([CLIENT, CLIENT]);
  });

  test('asks anew when the clock was set back', async () => {
    const authenticator = fromDirectory();
    await authenticator.authenticate(header(CLIENT, 'right'));
    clock.advance(-60_000);
    await authenticator.authenticate(header(CLIENT, 'right'));
    expect(asked).toHaveLength(2);
  });

  test('takes each of two live secrets', async () => {
    directory.set(CLIENT, { ...credentials(), secretHashes: [sha256('old'), sha256('new')] });
    const authenticator = fromDirectory();
    expect(await authenticator.authenticate(header(CLIENT, 'old'))).toEqual(OWN);
    expect(await authenticator.authenticate(header(CLIENT, 'new'))).toEqual(OWN);
    expect(await authenticator.authenticate(header(CLIENT, 'older'))).toBeNull();
  });

  test('refuses a wrong secret, an unknown client and an inactive integration, and remembers all three', async () => {
    directory.set('inactive', { ...credentials(), active: false });
    const authenticator = fromDirectory();
    for (const [client, secret] of [
      [CLIENT, 'wrong'],
      ['unknown', 'right'],
      ['inactive', 'right'],
    ] as const) {
      expect(await authenticator.authenticate(header(client, secret))).toBeNull();
      expect(await authenticator.authenticate(header(client, secret))).toBeNull();
    }
    expect(asked).toEqual([CLIENT, 'unknown', 'inactive']);
  });

  test('lets nobody in on hashes that are none', async () => {
    directory.set(CLIENT, { ...credentials(), secretHashes: [] });
    directory.set('short', { ...credentials(), secretHashes: [sha256('right').subarray(0, 16)] });
    const authenticator = fromDirectory();
    expect(await authenticator.authenticate(header(CLIENT, 'right'))).toBeNull();
    expect(await authenticator.authenticate(header('short', 'right'))).toBeNull();
  });

  test('asks nobody about malformed credentials and ids that cannot be', async () => {
    const authenticator = fromDirectory();
    expect(await authenticator.authenticate(undefined)).toBeNull();
    expect(await authenticator.authenticate('Basic ???')).toBeNull();
    expect(await authenticator.authenticate(header('x'.repeat(256), 'right'))).toBeNull();
    expect(asked).toEqual([]);
  });

  test('shares one look-up between concurrent requests of one client, right and wrong secrets alike', async () => {
    const { authenticator, calls } = byHand();
    const answers = ['right', 'wrong', 'right'].map((secret) => authenticator.authenticate(header(CLIENT, secret)));
    const other = authenticator.authenticate(header('unknown', 'right'));
    expect(calls).toHaveLength(2);
    calls[0]?.resolve(credentials());
    calls[1]?.resolve(null);
    expect(await Promise.all(answers)).toEqual([OWN, null, OWN]);
    expect(await other).toBeNull();
  });

  test('passes a failure on to all that wait, and asks again afterwards', async () => {
    const { authenticator, calls } = byHand();
    const first = [0, 1].map(() => authenticator.authenticate(header(CLIENT, 'right')));
    calls[0]?.reject(new Error('directory is down'));
    expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const second = authenticator.authenticate(header(CLIENT, 'right'));
    calls[1]?.resolve(credentials());
    expect(await second).toEqual(OWN);
    expect(calls).toHaveLength(2);
  });

  test('passes on what look-up throws at once', async () => {
    const authenticator = new Authenticator({
      clock,
      lookUp: () => {
        throw new Error('no way to directory');
      },
    });
    await expect(authenticator.authenticate(header(CLIENT, 'right'))).rejects.toThrow('no way to directory');
  });

  test('forgets one client, or all', async () => {
    directory.set('other', credentials());
    const authenticator = fromDirectory();
    const both = async () => {
      await authenticator.authenticate(header(CLIENT, 'right'));
      await authenticator.authenticate(header('other', 'right'));
    };
    await both();
    authenticator.forget(CLIENT);
    await both();
    expect(asked).toEqual([CLIENT, 'other', CLIENT]);
    authenticator.forget();
    await both();
    expect(asked).toEqual([CLIENT, 'other', CLIENT, CLIENT, 'other']);
  });

  test.each([[CLIENT], [undefined]])(
    'keeps nothing of a look-up that was running when it was told to forget %s',
    async (forgotten) => {
      const { authenticator, calls } = byHand();
      const before = authenticator.authenticate(header(CLIENT, 'right'));
      authenticator.forget(forgotten);
      const after = authenticator.authenticate(header(CLIENT, 'right'));
      expect(calls).toHaveLength(2);
      calls[1]?.resolve({ ...credentials(), active: false });
      expect(await after).toBeNull();
      calls[0]?.resolve(credentials());
      await before;
      expect(await authenticator.authenticate(header(CLIENT, 'right'))).toBeNull();
      expect(calls).toHaveLength(2);
    },
  );

  test('a failure of a forgotten look-up leaves the one after it alone', async () => {
    const { authenticator, calls } = byHand();
    const before = authenticator.authenticate(header(CLIENT, 'right'));
    authenticator.forget(CLIENT);
    const after = authenticator.authenticate(header(CLIENT, 'right'));
    calls[0]?.reject(new Error('directory is down'));
    await expect(before).rejects.toThrow('directory is down');
    const joined = authenticator.authenticate(header(CLIENT, 'right'));
    calls[1]?.resolve(credentials());
    expect(await Promise.all([after, joined])).toEqual([OWN, OWN]);
    expect(calls).toHaveLength(2);
  });

  test('remembers no more clients than it may', async () => {
    const authenticator = fromDirectory({ maxEntries: 2 });
    for (const client of [CLIENT, 'a', 'b', CLIENT]) await authenticator.authenticate(header(client, 'right'));
    expect(asked).toEqual([CLIENT, 'a', 'b', CLIENT]);
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

function fromDirectory(options: { maxEntries?: number } = {}): Authenticator {
  return new Authenticator({
    ...options,
    clock,
    lookUp: async (clientId) => {
      asked.push(clientId);
      return directory.get(clientId) ?? null;
    },
  });
}

/** An authenticator whose look-ups end when the test says so. */
function byHand() {
  const calls: PromiseWithResolvers<Credentials | null>[] = [];
  const authenticator = new Authenticator({
    clock,
    lookUp: () => {
      const call = Promise.withResolvers<Credentials | null>();
      calls.push(call);
      return call.promise;
    },
  });
  return { authenticator, calls };
}

function credentials(): Credentials {
  return { ...OWN, active: true, secretHashes: [sha256('right')] };
}

function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

function header(clientId: string, secret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
}
