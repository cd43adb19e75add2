import { expect, it } from 'vitest';
import { findFreePort } from './free-port.ts';

it('no port is given twice, though nobody listens on the first ones yet', async () => {
  const ports = await Promise.all(Array.from({ length: 1_000 }, () => findFreePort(null)));
  expect(new Set(ports).size).toBe(1_000);
});
