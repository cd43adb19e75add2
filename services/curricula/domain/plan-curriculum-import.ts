import { type Entry, matchByRef, type Stored } from '../../../platform/core/import/match-by-ref.ts';
import type { CurriculumRecord, CurriculumVersionRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import {
  type ClusterValues,
  type CurriculumValues,
  type CurriculumVersionValues,
  clusterValues,
  curriculumValues,
  curriculumVersionValues,
  type ItemValues,
  itemValues,
  type PartValues,
  type PathwayValues,
  pathwayValues,
  type TermValues,
  termValues,
} from './curriculum-values.ts';
import { matchWithIds } from './match-with-ids.ts';

/** What is stored under the batch's refs. */
export interface StoredCurricula {
  readonly curricula: readonly Stored<CurriculumValues>[];
  readonly versions: readonly Stored<CurriculumVersionValues>[];
  readonly terms: readonly Stored<TermValues>[];
  readonly pathways: readonly Stored<PathwayValues>[];
  readonly clusters: readonly Stored<ClusterValues>[];
  readonly items: readonly Stored<ItemValues>[];
}

/** What an import does with each record of a batch, section by section in the batch's order, and with what stands in its way. */
export interface CurriculumPlan {
  readonly curricula: readonly Entry<CurriculumValues>[];
  /** A version counts as changed when what it nests is. */
  readonly versions: readonly Entry<CurriculumVersionValues>[];
  readonly terms: readonly Entry<TermValues>[];
  readonly pathways: readonly Entry<PathwayValues>[];
  readonly clusters: readonly Entry<ClusterValues>[];
  readonly items: readonly Entry<ItemValues>[];
  /** Versions outside the batch out of which a part moves. */
  readonly leftVersionIds: readonly string[];
  /** Before versions are written, these versions, and whatever version of these curricula is the default, cease to be it. */
  readonly releasedDefaults: { readonly versionIds: readonly string[]; readonly curriculumIds: readonly string[] };
  /** Parts that become another version's: what stays in their former one cannot name them any more. */
  readonly moved: {
    readonly termIds: readonly string[];
    readonly pathwayIds: readonly string[];
    readonly clusterIds: readonly string[];
    readonly itemIds: readonly string[];
  };
}

/**
 * Compares a batch, which does not contradict itself, with what is stored under its refs. A record is known again by its ref, wherever it was
 * before: a version may change its curriculum, a part its version. A value that the bundle does not give is no value.
 */
export function planCurriculumImport(
  records: readonly CurriculumRecord[],
  stored: StoredCurricula,
  newId: () => string,
): CurriculumPlan {
  const curricula = matchByRef(records.map(curriculumValues), stored.curricula, newId);
  const listedVersions = curricula.flatMap(({ id }, i) =>
    (records[i]?.versions ?? []).map((record) => ({ record, values: curriculumVersionValues(record, id) })),
  );
  const versions = matchByRef(
    listedVersions.map(({ values }) => values),
    stored.versions,
    newId,
  );
  const versionsWithIds = versions.map(({ id }, i) => ({ versionId: id, record: listedVersions[i]?.record }));
  const partsOf = <P extends object>(list: (version: CurriculumVersionRecord) => readonly P[]) =>
    versionsWithIds.flatMap(({ record, versionId }) =>
      record ? list(record).map((part) => ({ ...part, versionId })) : [],
    );

  const terms = matchByRef(
    partsOf(({ terms }) => terms).map((term) => termValues(term, term.versionId)),
    stored.terms,
    newId,
  );
  const pathways = matchByRef(
    partsOf(({ pathways }) => pathways).map((pathway) => pathwayValues(pathway, pathway.versionId)),
    stored.pathways,
    newId,
  );
  const clusters = matchWithIds(
    partsOf(({ moduleClusters }) => moduleClusters),
    stored.clusters,
    newId,
    (cluster, clusterIdOf) => clusterValues(cluster, cluster.versionId, clusterIdOf),
  );
  const ids = { term: idsOf(terms), cluster: idsOf(clusters), pathway: idsOf(pathways) };
  const items = matchWithIds(
    partsOf(({ items }) => items),
    stored.items,
    newId,
    (item, itemIdOf) => itemValues(item, item.versionId, { ...ids, item: itemIdOf }),
  );

  const parts: readonly Entry<PartValues>[] = [...terms, ...pathways, ...clusters, ...items];
  const affected = affectedVersions(parts);
  const inBatch = new Set(versions.map(({ id }) => id));
  const changed = versions.filter(({ change }) => change !== 'none');
  return {
    curricula,
    versions: versions.map((version) =>
      version.change === 'none' && affected.has(version.id) ? { ...version, change: 'update' } : version,
    ),
    terms,
    pathways,
    clusters,
    items,
    leftVersionIds: [...affected].filter((id) => !inBatch.has(id)),
    releasedDefaults: {
      versionIds: changed.filter(({ before }) => before?.isDefault).map(({ id }) => id),
      curriculumIds: changed.filter(({ values }) => values.isDefault).map(({ values }) => values.curriculumId),
    },
    moved: {
      termIds: movedIds(terms),
      pathwayIds: movedIds(pathways),
      clusterIds: movedIds(clusters),
      itemIds: movedIds(items),
    },
  };
}

function idsOf(entries: readonly Entry<PartValues>[]): (ref: string | undefined) => string | null {
  const ids = new Map(entries.map(({ id, values }) => [values.ref, id]));
  return (ref) => (ref === undefined ? null : (ids.get(ref) ?? null));
}

/** The versions that show a change of their parts: the one that a part is in now, and the one that it was in. */
function affectedVersions(parts: readonly Entry<PartValues>[]): ReadonlySet<string> {
  const changed = parts.filter(({ change }) => change !== 'none');
  return new Set(
    changed.flatMap(({ values, before }) => [
      values.curriculumVersionId,
      before?.curriculumVersionId ?? values.curriculumVersionId,
    ]),
  );
}

function movedIds(entries: readonly Entry<PartValues>[]): string[] {
  return entries
    .filter(({ before, values }) => before !== null && before.curriculumVersionId !== values.curriculumVersionId)
    .map(({ id }) => id);
}
