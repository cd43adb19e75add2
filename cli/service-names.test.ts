import { expect, it } from 'vitest';
import { services } from '../deploy/installation/services.ts';
import { SERVICES } from './service-names.ts';

it('match the services of the system', () => {
  expect([...SERVICES].sort()).toEqual(services.map(({ name }) => name).sort());
});
