import { create, type MessageInitShape } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, Stored } from '../../../platform/core/import/match-by-ref.ts';
import { type CurriculumRecord, CurriculumRecordSchema } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { type CurriculumPlan, planCurriculumImport, type StoredCurricula } from './plan-curriculum-import.ts';

type CurriculumInit = MessageInitShape<typeof CurriculumRecordSchema>;

const nothing: StoredCurricula = { curricula: [], versions: [], terms: [], pathways: [], clusters: [], items: [] };
const SECTIONS = ['curricula', 'versions', 'terms', 'pathways', 'clusters', 'items'] as const;

function plan(records: readonly CurriculumInit[], stored = nothing, prefix = 'id'): CurriculumPlan {
  let n = 0;
  return planCurriculumImport(records.map(recordOf), stored, () => `${prefix}${n++}`);
}

function recordOf(init: CurriculumInit): CurriculumRecord {
  return create(CurriculumRecordSchema, init);
}

/** The database's content after a plan is executed. */
function carriedOut(done: CurriculumPlan, before = nothing): StoredCurricula {
  const { versionIds, curriculumIds } = done.releasedDefaults;
  const { termIds, clusterIds, itemIds } = done.moved;
  const kept = (ids: readonly string[], id: string | null) => (id !== null && ids.includes(id) ? null : id);
  return {
    curricula: written(before.curricula, done.curricula),
    versions: written(
      before.versions.map((version) =>
        versionIds.includes(version.id) || curriculumIds.includes(version.curriculumId)
          ? { ...version, isDefault: false }
          : version,
      ),
      done.versions,
    ),
    terms: written(before.terms, done.terms),
    pathways: written(before.pathways, done.pathways),
    clusters: written(
      before.clusters.map((each) => ({ ...each, overflowClusterId: kept(clusterIds, each.overflowClusterId) })),
      done.clusters,
    ),
    items: written(
      before.items.map((item) => ({
        ...item,
        termId: kept(termIds, item.termId),
        moduleClusterId: kept(clusterIds, item.moduleClusterId),
        parentId: kept(itemIds, item.parentId),
      })),
      done.items,
    ),
  };
}

function written<V extends { ref: string }>(before: readonly Stored<V>[], entries: readonly Entry<V>[]): Stored<V>[] {
  const now = entries.filter(({ change }) => change !== 'none').map(({ id, values }) => ({ ...values, id }));
  return [...before.filter(({ id }) => !now.some((record) => record.id === id)), ...now];
}

/** The stored records with the refs of a batch. */
function withRefsOf(records: readonly CurriculumInit[], stored: StoredCurricula): StoredCurricula {
  const batch = plan(records);
  const found = SECTIONS.map((section) => {
    const refs = new Set((batch[section] as readonly Entry<{ ref: string }>[]).map(({ values }) => values.ref));
    return [section, (stored[section] as readonly { ref: string }[]).filter(({ ref }) => refs.has(ref))];
  });
  return Object.fromEntries(found);
}

function changes(done: CurriculumPlan): string[] {
  return SECTIONS.flatMap((section) =>
    (done[section] as readonly Entry<{ ref: string }>[])
      .filter(({ change }) => change !== 'none')
      .map(({ values }) => `${section}/${values.ref}`),
  );
}

/** Expects that all references within a version stay within it. */
function expectConsistent({ versions, terms, clusters, items }: StoredCurricula): void {
  const defaults = versions.filter((version) => version.isDefault).map((version) => version.curriculumId);
  expect(new Set(defaults).size).toBe(defaults.length);
  const homes = new Map([...terms, ...clusters, ...items].map((part) => [part.id, part.curriculumVersionId]));
  for (const item of items) {
    for (const named of [item.termId, item.moduleClusterId, item.parentId])
      if (named !== null) expect(homes.get(named)).toBe(item.curriculumVersionId);
  }
  for (const { overflowClusterId: named, curriculumVersionId: home } of clusters)
    if (named !== null) expect(homes.get(named)).toBe(home);
}

describe('planCurriculumImport', () => {
  it('changes nothing when a bundle is repeated, and keeps every id', () => {
    fc.assert(
      fc.property(bundles(), (records) => {
        const first = plan(records);
        const database = carriedOut(first);
        expectConsistent(database);
        const again = plan(records, database, 'other');
        expect(changes(again)).toEqual([]);
        expect(again.leftVersionIds).toEqual([]);
        expect(again.releasedDefaults).toEqual({ versionIds: [], curriculumIds: [] });
        expect(again.items.map(({ id }) => id)).toEqual(first.items.map(({ id }) => id));
      }),
    );
  });

  it('produces the state of a later bundle, without references to parts of another version', () => {
    fc.assert(
      fc.property(bundles(), bundles(), (before, after) => {
        const database = carriedOut(plan(before));
        const later = carriedOut(plan(after, withRefsOf(after, database), 'new'), database);
        expectConsistent(later);
        expect(changes(plan(after, withRefsOf(after, later)))).toEqual([]);
      }),
    );
  });
});

/** Bundles that share refs, so that records match in other places. */
function bundles(): fc.Arbitrary<CurriculumInit[]> {
  const draws = fc.infiniteStream(fc.nat(1000));
  const [terms, clusters, items] = ['t', 'k', 'i'].map((prefix) => fc.uniqueArray(refs(prefix)));
  return fc
    .tuple(
      fc.uniqueArray(refs('c'), { minLength: 1 }),
      fc.uniqueArray(refs('v')),
      terms ?? refsNone,
      clusters ?? refsNone,
      items ?? refsNone,
      draws,
    )
    .map(([curriculumRefs, versionRefs, termRefs, clusterRefs, itemRefs, stream]) => {
      const draw = <T>(from: readonly T[]): T => from[(stream.next().value ?? 0) % from.length] as T;
      const curricula = curriculumRefs.map((ref) => ({ ref, name: draw(NAMES), versions: [] as Version[] }));
      const versions = versionRefs.map((ref): Version => {
        const { versions: siblings } = draw(curricula);
        const isDefault = siblings.every((sibling) => !sibling.isDefault) && draw([true, false]);
        const version: Version = {
          ref,
          version: '1',
          name: draw(NAMES),
          isDefault,
          terms: [],
          moduleClusters: [],
          items: [],
        };
        siblings.push(version);
        return version;
      });
      if (versions.length === 0) return curricula;
      for (const ref of termRefs) draw(versions).terms.push({ ref, position: draw([0, 1]), name: draw(NAMES) });
      for (const ref of clusterRefs) {
        const { moduleClusters } = draw(versions);
        moduleClusters.push({
          ref,
          name: draw(NAMES),
          electiveBehavior: 'X',
          ...some('overflowClusterRef', moduleClusters),
        });
      }
      for (const ref of itemRefs) {
        const { terms, moduleClusters, items } = draw(versions);
        const named = {
          ...some('termRef', terms),
          ...some('moduleClusterRef', moduleClusters),
          ...some('parentRef', items),
        };
        items.push({ ref, courseModuleId: 'm', ...named });
      }
      return curricula;

      function some(name: string, from: readonly { ref: string }[]): object {
        const chosen = draw([undefined, ...from]);
        return chosen ? { [name]: chosen.ref } : {};
      }
    });
}

interface Version {
  ref: string;
  version: string;
  name: string;
  isDefault: boolean;
  terms: { ref: string; position: number; name: string }[];
  moduleClusters: { ref: string; name: string; electiveBehavior: string }[];
  items: { ref: string; courseModuleId: string }[];
}

const NAMES = ['A', 'B'] as const;
const refsNone = fc.constant<string[]>([]);

function refs(prefix: string): fc.Arbitrary<string> {
  return fc.nat(5).map((n) => `${prefix}${n}`);
}
