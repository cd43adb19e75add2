import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toInstantText } from '../../../platform/core/instant.ts';
import { isLiveSession, isUnexpired, isUseUnwritten, linkExpiry, sessionTimes } from './sign-in.ts';

const MINUTE = 60_000;
const instants = fc.integer({ min: 0, max: Date.UTC(9000, 0) });

it('a link expires after 15 minutes', () => {
  fc.assert(
    fc.property(instants, fc.nat(30 * MINUTE), (now, later) => {
      expect(isUnexpired({ expiresAt: linkExpiry(now, { isOfConsole: false }) }, now + later)).toBe(
        later < 15 * MINUTE,
      );
    }),
  );
});

it('a session lives for 12 hours, and for an hour after its last use', () => {
  fc.assert(
    fc.property(instants, fc.nat(12 * 60 * MINUTE), fc.nat(90 * MINUTE), (now, used, later) => {
      const session = { ...sessionTimes(now), lastUsedAt: toInstantText(now + used) };
      const isLive = used + later < 12 * 60 * MINUTE && later < 60 * MINUTE;
      expect(isLiveSession(session, now + used + later)).toBe(isLive);
    }),
  );
});

it('a link and a session end, and a use is due, at the very millisecond', () => {
  const now = Date.UTC(2026, 9, 5);
  const link = { expiresAt: linkExpiry(now, { isOfConsole: false }) };
  expect([-1, 0].map((late) => isUnexpired(link, now + 15 * MINUTE + late))).toEqual([true, false]);
  const session = sessionTimes(now);
  expect([-1, 0].map((late) => isLiveSession(session, now + 60 * MINUTE + late))).toEqual([true, false]);
  const used = { ...session, lastUsedAt: toInstantText(now + 12 * 60 * MINUTE - 1) };
  expect([-1, 0].map((late) => isLiveSession(used, now + 12 * 60 * MINUTE + late))).toEqual([true, false]);
  expect([-1, 0].map((late) => isUseUnwritten(session, now + MINUTE + late))).toEqual([false, true]);
});

it('however often a session is used, its use is written once a minute, and less than a minute late', () => {
  fc.assert(
    fc.property(instants, fc.array(fc.nat(5 * MINUTE), { minLength: 1 }), (now, pauses) => {
      let session = sessionTimes(now);
      let time = now;
      let written = now;
      for (const pause of pauses) {
        time += pause;
        if (!isUseUnwritten(session, time)) {
          expect(time - written).toBeLessThan(MINUTE);
          continue;
        }
        expect(time - written).toBeGreaterThanOrEqual(MINUTE);
        session = { ...session, lastUsedAt: toInstantText(time) };
        written = time;
      }
    }),
  );
});
