import { propagation } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { ClientTraces } from './client-traces.ts';

beforeAll(() => void propagation.setGlobalPropagator(new W3CTraceContextPropagator()));

const id = (n: number) => n.toString(16).padStart(32, '0');
const headersOf = (n: number, flags = '01') => ({ traceparent: `00-${id(n)}-b7ad6b7169203331-${flags}` });
const clockAt = () => new FakeClock('2026-10-05T08:00:00.000Z');

/** How many of `count` requests continue their clients' traces. */
function countSampled(traces: ClientTraces, requests: number, flags = '01'): number {
  return Array.from({ length: requests }, (_, n) => traces.parentOf(headersOf(n + 1, flags))).filter(Boolean).length;
}

describe('clients that ask for sampling', () => {
  it('get a number per second, and more after time has passed', () => {
    const clock = clockAt();
    const traces = new ClientTraces({ sampledPerSecond: 10, mayDecline: true }, clock);
    expect(countSampled(traces, 100)).toBe(10);
    clock.advance(500);
    expect(countSampled(traces, 100)).toBe(5);
    clock.advance(60_000);
    expect(countSampled(traces, 100)).toBe(10);
  });

  it('get all if everything is sampled, and none if nothing is', () => {
    expect(
      countSampled(new ClientTraces({ sampledPerSecond: Number.POSITIVE_INFINITY, mayDecline: true }, clockAt()), 100),
    ).toBe(100);
    expect(countSampled(new ClientTraces({ sampledPerSecond: 0, mayDecline: true }, clockAt()), 100)).toBe(0);
  });
});

describe('clients that ask for no sampling', () => {
  it('are respected and do not use up the rate', () => {
    const traces = new ClientTraces({ sampledPerSecond: 1, mayDecline: true }, clockAt());
    expect(countSampled(traces, 100, '00')).toBe(100);
    expect(countSampled(traces, 100)).toBe(1);
  });

  it('count like the others if a ratio sampler decides on ids they choose', () => {
    expect(countSampled(new ClientTraces({ sampledPerSecond: 3, mayDecline: false }, clockAt()), 100, '00')).toBe(3);
  });
});

it('ignores an invalid or repeated header', () => {
  const traces = new ClientTraces({ sampledPerSecond: 10, mayDecline: true }, clockAt());
  expect(traces.parentOf({})).toBeUndefined();
  expect(traces.parentOf({ traceparent: 'x' })).toBeUndefined();
  expect(traces.parentOf({ traceparent: [headersOf(1).traceparent, headersOf(2).traceparent] })).toBeUndefined();
});
