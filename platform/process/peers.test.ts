import { describe, expect, it } from 'vitest';
import { byServer } from './peers.ts';

describe('the addresses of a service', () => {
  it.each([
    ['a:9090', { '': 'a:9090' }],
    ['a:9090,c:9090', { '': 'a:9090,c:9090' }],
    [' a:9090  b=dns:///b:9090 c-2=c:9090,d:9090 ', { '': 'a:9090', b: 'dns:///b:9090', 'c-2': 'c:9090,d:9090' }],
  ])('%j', (value, expected) => {
    expect(Object.fromEntries(byServer(value))).toEqual(expected);
  });

  it.each([
    ['b=b:9090', 'must begin with the address on the first server'],
    ['a:9090 b=b:9090 b=c:9090', 'named before'],
    ['a:9090 c:9090', 'named before'],
    ['a:9090 B=b:9090', 'named before'],
  ])('%j is refused', (value, reason) => {
    expect(() => byServer(value)).toThrow(reason);
  });
});
