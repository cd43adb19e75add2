import { expect, it } from 'vitest';
import { systemIds } from './ids.ts';

it('ids are UUIDv7 that sort in the order of creation and repeat nothing', () => {
  const ids = Array.from({ length: 10_000 }, () => systemIds.newId());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(ids[0]?.slice(0, 13).replace('-', '') ?? '', 16)).toBeGreaterThan(Date.UTC(2020));
});
