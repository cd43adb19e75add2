import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plant } from './fault.ts';
import { allFaults } from './faults/all-faults.ts';

it.each(allFaults)('$name: can be planted', (fault) => {
  const source = readFileSync(new URL(`../../${fault.file}`, import.meta.url), 'utf8');
  expect(() => plant(source, fault)).not.toThrow();
});

it('no two faults have one name', () => {
  const names = allFaults.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
