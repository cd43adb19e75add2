import { expect, it } from 'vitest';
import { services } from '../deploy/installation/services.ts';
import { PLACEABLE, SERVICES } from './service-names.ts';

it('match the services of the system', () => {
  expect([...SERVICES].sort()).toEqual(services.map(({ name }) => name).sort());
});

it('match the placeable services, which consume nothing', () => {
  const placeable = services.filter(({ isPlaceable }) => isPlaceable);
  expect([...PLACEABLE].sort()).toEqual(placeable.map(({ name }) => name).sort());
  expect(placeable.flatMap(({ consumers }) => consumers)).toEqual([]);
});
