import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { LooseBundle } from '../../test/support/cli/bundles.ts';
import { overlaid, partOfBundle, wholeBundle } from '../../test/support/cli/random-bundles.ts';
import { storedData } from '../../test/support/cli/stored-data.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { importBundle } from './import-bundle.ts';

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

/** The sections in which an import has written records, with their counts. */
async function written(bundle: LooseBundle): Promise<Record<string, number[]>> {
  const { summaries } = await importBundle({ bundle, call: (actor) => system.call(actor) });
  const changed = summaries.filter(({ created, updated }) => created + updated > 0);
  return Object.fromEntries(changed.map(({ section, created, updated }) => [section, [created, updated]]));
}

it('an import sets every field that its bundle names, leaves every other as it was, and changes nothing when repeated', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const institution = { ref: `institution ${count++}`, name: 'Institution' };
      const mine = wholeBundle(institution, draw);
      const others = wholeBundle(institution, draw);
      const part = partOfBundle(mine, draw);
      await written(mine);
      // Others change every field meanwhile.
      await written(others);
      await written(part);
      const stored = await storedData(system.databases);
      expect(await written(part)).toEqual({});
      expect(await written(overlaid(others, part))).toEqual({});
      expect(await storedData(system.databases)).toEqual(stored);
    }),
    { numRuns: 5, endOnFailure: true },
  );
}, 300_000);
