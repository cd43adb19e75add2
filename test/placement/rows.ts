import { expect, it } from 'vitest';
import { institutionsIn } from '../support/placement/institutions-in.ts';
import { placeable } from '../support/postgres/other-server.ts';
import type { World } from './world.ts';

/** Whatever was done before: no row of an institution is on another server than its own. */
export function describeRows({ system, first, placed }: World): void {
  it.each(placeable.map(({ name }) => name))(
    'the rows in %s are on the server of their institution',
    async (service) => {
      expect(await institutionsIn(system.databases.url(service))).toEqual([first.institution.id]);
      expect(await institutionsIn(system.databaseUrl(`${service}@b`))).toEqual([placed.institution.id]);
    },
  );
}
