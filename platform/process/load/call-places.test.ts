import { expect, it } from 'vitest';
import { CallPlaces } from './call-places.ts';
import { MemoryPressure } from './memory-pressure.ts';

/** Takes slots for an institution until it gets none, at most `count`; returns the number taken. */
function take(places: CallPlaces, atMost = 200): number {
  for (let taken = 0; taken < atMost; taken++) if (!places.take('x')) return taken;
  return atMost;
}

it('a process over its memory limit accepts a few calls at a time, and counts those it rejects', () => {
  const places = new CallPlaces(100, new MemoryPressure(1));
  expect(take(places)).toBe(4);
  expect(places.load).toEqual({ callsInFlight: 4, callsRefused: 0, callsRefusedForMemory: 1 });
  places.leave('x');
  expect([take(places), take(places)]).toEqual([1, 0]);
});

it.each([
  ['holds less than it may', new MemoryPressure(Number.MAX_SAFE_INTEGER)],
  ['may hold as much as it likes', new MemoryPressure(0)],
  ['has no bound', undefined],
])('a process that %s takes an institution’s share', (_, memory) => {
  const places = new CallPlaces(99, memory);
  expect(take(places)).toBe(66);
  expect(places.load).toEqual({ callsInFlight: 66, callsRefused: 1, callsRefusedForMemory: 0 });
});
