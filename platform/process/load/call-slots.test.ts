import { expect, it } from 'vitest';
import { CallSlots } from './call-slots.ts';
import { MemoryPressure } from './memory-pressure.ts';

/** Takes places for an institution as often as it gets one, at most so often; returns how often. */
function take(slots: CallSlots, atMost = 200): number {
  for (let taken = 0; taken < atMost; taken++) if (!slots.take('x')) return taken;
  return atMost;
}

it('a process that holds too much takes a few calls at a time, and counts those that it refuses', () => {
  const slots = new CallSlots(100, new MemoryPressure(1));
  expect(take(slots)).toBe(4);
  expect(slots.load).toEqual({ callsInFlight: 4, callsRefused: 0, callsRefusedForMemory: 1 });
  slots.leave('x');
  expect([take(slots), take(slots)]).toEqual([1, 0]);
});

it.each([
  ['holds less than it may', new MemoryPressure(Number.MAX_SAFE_INTEGER)],
  ['may hold as much as it likes', new MemoryPressure(0)],
  ['has no bound', undefined],
])('a process that %s takes an institution’s share', (_, memory) => {
  const slots = new CallSlots(99, memory);
  expect(take(slots)).toBe(66);
  expect(slots.load).toEqual({ callsInFlight: 66, callsRefused: 1, callsRefusedForMemory: 0 });
});
