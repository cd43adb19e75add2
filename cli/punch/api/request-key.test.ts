import fc from 'fast-check';
import { expect, it } from 'vitest';
import { requestKey } from './request-key.ts';

const path = fc.constantFrom(
  '/time-tracking/sessions/start',
  '/time-tracking/sessions/stop',
  '/time-tracking/timestamps',
);
const body = fc.record(
  { code: fc.string({ minLength: 1 }), at: fc.string(), label: fc.string(), templateId: fc.string() },
  { requiredKeys: ['code', 'at'] },
);
const request = fc.tuple(path, body, fc.constantFrom('', 'a', 'b'));

it('equal requests have equal keys, different requests different ones', () => {
  fc.assert(
    fc.property(request, request, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(requestKey(...structuredClone(one))).toBe(requestKey(...one));
      expect(requestKey(...one) === requestKey(...other)).toBe(isSame);
    }),
  );
});

it('codes that only look alike have different keys', () => {
  const codes = ['7', '07', '007', ' 007', '007 ', 'A', 'a', 'I', 'ı', 'é', 'e\u0301'];
  const keys = codes.map((code) => requestKey('/time-tracking/sessions/start', { code, at: '' }));
  expect(new Set(keys).size).toBe(codes.length);
});

it('a key is valid in the header', () => {
  fc.assert(
    fc.property(request, (each) => {
      expect(requestKey(...each)).toMatch(/^punch-[\w-]{43}$/);
    }),
  );
});

it('keys stay the same in later releases, so a file stays replayed across an update', () => {
  expect(requestKey('/time-tracking/sessions/start', { code: 'NH-0001', at: '2026-10-05T08:00:00.000Z' })).toBe(
    'punch-pb7Ee4lOMw1GvuxE91ny2lxNs9MGr_EfymdscXelzkQ',
  );
});
