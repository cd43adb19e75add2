import { randomInt } from 'node:crypto';
import { readConfig } from '../../../platform/core/config/config.ts';
import { testVariables } from '../../../test/support/test-variables.ts';
import { SERVICES, type Service } from '../../faults/fleet/parts.ts';

/** The order that RELEASE_ORDER names, or a random one. */
export function orderOfServices(): readonly Service[] {
  const { RELEASE_ORDER: named } = readConfig(testVariables, process.env);
  const order =
    named?.split(',') ??
    SERVICES.map((name) => [randomInt(2 ** 32), name] as const)
      .sort()
      .map(([, name]) => name);
  if (order.toSorted().join() !== SERVICES.toSorted().join())
    throw new Error(`RELEASE_ORDER: name each of ${SERVICES.join()} once`);
  return order as Service[];
}
