import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HeldTable } from '../../test/support/postgres/held-table.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { until } from '../../test/support/until.ts';
import { writePlacement } from '../data/placements.ts';
import { silentLogger } from '../observability/log.ts';
import { KNOWN_FOR_MS, LONGEST_KNOWN_FOR_MS, Placements } from './placements.ts';

const ID = '0192b7c0-0000-7000-8000-000000000001';
const OTHER = '0192b7c0-0000-7000-8000-000000000002';
const FROZEN = { code: 'INSTITUTION_FROZEN', extensions: { state: 'moved', until: null, retryAfterSeconds: 1 } };
const UNAVAILABLE = { code: 'DEPENDENCY_UNAVAILABLE' };

const probe = await startProbe();
afterAll(() => probe.stop());
beforeEach(() => probe.sql('TRUNCATE placements, own_server'));
afterEach(() => vi.restoreAllMocks());

const place = (server: string) => writePlacement(probe.database(), { institutionId: ID, server });
/** The places as a process on a server knows them. */
const startOn = async (server: string, isPlaceable = true): Promise<Placements> => {
  const placements = new Placements({ db: probe.database(), log: silentLogger, server, isPlaceable });
  onTestFinished(() => placements.stop());
  await placements.start();
  return placements;
};
const answerTo = (placements: Placements, institutionId: string | null = ID): unknown => {
  if (performance.now() < placements.askedFromMs) return 'not asked';
  try {
    placements.requireHere(institutionId);
    return 'here';
  } catch (error) {
    return error;
  }
};
const now = performance.now.bind(performance);
const laterBy = (ms: number) => vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);

describe('a call', () => {
  it('is not even looked at where nothing was ever moved, nor at services that are on one server alone', async () => {
    expect(answerTo(await startOn(''))).toBe('not asked');
    await place('b');
    expect(answerTo(await startOn('', false))).toBe('not asked');
  });

  it('is answered where the rows of its institution are, and nowhere else', async () => {
    await place('b');
    const [first, b, c] = [await startOn(''), await startOn('b'), await startOn('c')];
    expect([answerTo(first), answerTo(c)]).toEqual([expect.objectContaining(FROZEN), expect.objectContaining(FROZEN)]);
    expect(answerTo(b)).toBe('here');
    expect([first, b, c].map((each) => answerTo(each, OTHER))).toEqual([
      'here',
      expect.objectContaining(FROZEN),
      expect.objectContaining(FROZEN),
    ]);
    expect([first, b].map((each) => answerTo(each, null))).toEqual(['here', 'here']);
  });

  it('follows a move, there and back', async () => {
    const first = await startOn('');
    for (const [server, answer] of [
      ['b', expect.objectContaining(FROZEN)],
      ['', 'here'],
    ] as const) {
      await place(server);
      await until(server, async () => first.serverOf(ID) === server && first.servers.has(ID));
      expect(answerTo(first)).toEqual(answer);
    }
  });

  it('is refused by a process that cannot read any more where institutions are', async () => {
    const still = await startOn('');
    await place('');
    const warned = await startOn('');
    const held = await HeldTable.hold(probe.databaseUrl, 'placements', 'reads');
    onTestFinished(() => held.release());
    laterBy(KNOWN_FOR_MS);
    expect([answerTo(still), answerTo(warned)]).toEqual(['not asked', expect.objectContaining(UNAVAILABLE)]);
    laterBy(LONGEST_KNOWN_FOR_MS);
    expect(answerTo(still)).toEqual(expect.objectContaining(UNAVAILABLE));
  });

  it('is refused on the database of another server, which is not ready', async () => {
    await probe.sql("INSERT INTO own_server VALUES ('b')");
    const [first, b] = [await startOn(''), await startOn('b')];
    expect([first.isReady, b.isReady]).toEqual([false, true]);
    expect(answerTo(first)).toEqual(expect.objectContaining(UNAVAILABLE));
  });
});
