import { expect, it } from 'vitest';
import { CallSlots } from './call-slots.ts';
import { MemoryPressure } from './memory-pressure.ts';

/** Takes slots until it gets none, at most `count`; returns the number taken. */
function take(slots: CallSlots, atMost = 200): number {
  for (let taken = 0; taken < atMost; taken++) if (!slots.take()) return taken;
  return atMost;
}

it('a process over its memory limit accepts a few calls at a time, and counts those it rejects', () => {
  const slots = new CallSlots(100, new MemoryPressure(1));
  expect(take(slots)).toBe(4);
  expect(slots.load).toEqual({ callsInFlight: 4, callsRefused: 0, callsRefusedForMemory: 1 });
  slots.leave();
  expect([take(slots), take(slots)]).toEqual([1, 0]);
});

it.each([
  ['holds less than it may', new MemoryPressure(Number.MAX_SAFE_INTEGER)],
  ['may hold as much as it likes', new MemoryPressure(0)],
  ['has no bound', undefined],
])('a process that %s takes as many as it has slots', (_, memory) => {
  const slots = new CallSlots(99, memory);
  expect(take(slots)).toBe(99);
  expect(slots.load).toEqual({ callsInFlight: 99, callsRefused: 1, callsRefusedForMemory: 0 });
});
