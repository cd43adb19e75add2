import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { TestBundle } from '../../../test/support/curricula/test-bundle.ts';
import { changesOf, importRecords, type LooseRecords } from '../../../test/support/import-records.ts';
import { curricula } from '../service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

const name = fc.constantFrom('A', 'B');
/**
 * Each record is in one of the parents with these numbers, or absent: from one bundle to the next it may move, come or
 * stay behind.
 */
const among = (count: number) => fc.integer({ min: -1, max: count - 1 });
const part = fc.record({ version: among(4), name, link: fc.nat(3), isLinked: fc.boolean() });

const bundles = fc.record({
  versions: fc.array(fc.record({ curriculum: among(2), name, isDefault: fc.boolean() }), {
    minLength: 4,
    maxLength: 4,
  }),
  terms: fc.array(part, { minLength: 3, maxLength: 3 }),
  clusters: fc.array(part, { minLength: 3, maxLength: 3 }),
  items: fc.array(part, { minLength: 5, maxLength: 5 }),
});
type Shape = typeof bundles extends fc.Arbitrary<infer S> ? S : never;
type Part = Shape['items'][number];

/** Both curricula. References are to parts of the same version. */
function recordsOf({ versions, terms, clusters, items }: Shape): LooseRecords {
  const placed = (parts: readonly Part[], v: number, prefix: string) =>
    parts.flatMap((each, n) => (each.version === v ? [{ ...each, n, ref: `${prefix}${n}` }] : []));
  return [0, 1].map((c) => {
    const own = versions.flatMap((version, v) => (version.curriculum === c ? [{ ...version, v }] : []));
    const byDefault = own.find(({ isDefault }) => isDefault)?.v;
    const records = own.map(({ v, name }) => {
      const [ownTerms, ownClusters, ownItems] = [
        placed(terms, v, 't'),
        placed(clusters, v, 'k'),
        placed(items, v, 'i'),
      ];
      const linked = ({ isLinked, link }: Part, to: readonly { ref: string }[]) =>
        isLinked && to.length > 0 ? to[link % to.length]?.ref : null;
      return {
        ref: `v${v}`,
        version: '1',
        name,
        isDefault: v === byDefault,
        terms: ownTerms.map(({ ref, name, link }) => ({ ref, name, position: link })),
        moduleClusters: ownClusters.map((cluster) => ({
          ref: cluster.ref,
          name: cluster.name,
          electiveBehavior: 'SELECT_ALL',
          overflowCluster: linked(
            cluster,
            ownClusters.filter(({ n }) => n > cluster.n),
          ),
        })),
        items: ownItems.map((item) => ({
          ref: item.ref,
          courseModule: item.name === 'A' ? 'analysis' : 'systems',
          moduleVersion: item.isLinked ? (item.name === 'A' ? 'analysis-1' : 'systems-2') : null,
          term: linked(item, ownTerms),
          moduleCluster: linked(item, ownClusters),
          parent: linked(
            item,
            ownItems.filter(({ n }) => n > item.n),
          ),
        })),
      };
    });
    return { ref: `c${c}`, name: `C${c}`, versions: records };
  });
}

/** The stored items with a bundle's refs, with the refs of what they refer to. */
function storedItems(bundle: TestBundle, refs: readonly string[]) {
  return service.sql(
    `SELECT i.ref, v.ref AS version, c.ref AS curriculum, m.ref AS "courseModule", mv.ref AS "moduleVersion", t.ref AS term,
       k.ref AS "moduleCluster", p.ref AS parent
     FROM curriculum_items i JOIN curriculum_versions v ON v.id = i.curriculum_version_id JOIN curricula c ON c.id = v.curriculum_id
     JOIN course_modules m ON m.id = i.course_module_id LEFT JOIN module_versions mv ON mv.id = i.module_version_id
     LEFT JOIN curriculum_terms t ON t.id = i.term_id LEFT JOIN module_clusters k ON k.id = i.module_cluster_id
     LEFT JOIN curriculum_items p ON p.id = i.parent_id WHERE i.institution_id = $1 AND i.ref = ANY($2) ORDER BY i.ref`,
    [bundle.institutionId, refs],
  );
}

it('an import stores what its bundle says, whatever was stored before, as its dry run says; a second one changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bundles, { minLength: 2, maxLength: 3 }), async (shapes) => {
      const bundle = await TestBundle.start(service);
      for (const records of shapes.map(recordsOf)) {
        const tried = changesOf(await importRecords(bundle.call, 'curricula', records, { dryRun: true }));
        expect(changesOf(await bundle.import(records))).toEqual(tried);
        expect(changesOf(await bundle.import(records))).toEqual({});

        const expected = records.flatMap((curriculum) =>
          curriculum.versions.flatMap((version: LooseRecords[number]) =>
            version.items.map((item: object) => ({
              moduleVersion: null,
              term: null,
              moduleCluster: null,
              parent: null,
              ...JSON.parse(JSON.stringify(item)),
              version: version.ref,
              curriculum: curriculum.ref,
            })),
          ),
        );
        expected.sort((one, other) => (one.ref < other.ref ? -1 : 1));
        expect(
          await storedItems(
            bundle,
            expected.map(({ ref }) => ref),
          ),
        ).toEqual(expected);
        const defaults = records.flatMap(({ versions }) =>
          versions.filter(({ isDefault }: { isDefault: boolean }) => isDefault),
        );
        const stored = (await bundle.rows('curriculum_versions')).filter((row) => row.is_default).map(({ ref }) => ref);
        expect(stored).toEqual(expect.arrayContaining(defaults.map(({ ref }) => ref)));
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);
