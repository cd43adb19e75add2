import type {
  CurriculumItemRecord,
  CurriculumRecord,
  CurriculumVersionRecord,
} from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { RecordFaults } from './record-faults.ts';

/** The institution's records among those that a batch's items reference by id. */
export interface KnownModules {
  readonly modules: ReadonlySet<string>;
  /** Module version → its module. */
  readonly versions: ReadonlyMap<string, string>;
  readonly groups: ReadonlySet<string>;
}

/**
 * Refuses with REQUEST_INVALID an inconsistent batch: a ref twice, a second default version, a part that references itself or a part of another
 * version, an item that is its own ancestor.
 */
export function checkCurriculumRecords(records: readonly CurriculumRecord[]): void {
  const faults = new RecordFaults();
  for (const [i, { ref, versions }] of records.entries()) {
    faults.claimRef('curricula', ref, `/records/${i}`);
    faults.claimDefault(versions, `/records/${i}/versions`);
    for (const [j, version] of versions.entries()) {
      const at = `/records/${i}/versions/${j}`;
      faults.claimRef('curriculaVersions', version.ref, at);
      claimParts(version, at, faults);
      checkParts(version, at, faults);
    }
  }
  faults.refuseAny();
}

/** Refuses with REQUEST_INVALID an item that references a module, module version or module group that the institution does not have. */
export function refuseUnknownModules(records: readonly CurriculumRecord[], known: KnownModules): void {
  const faults = new RecordFaults();
  for (const [i, { versions }] of records.entries()) {
    for (const [j, { items }] of versions.entries()) {
      for (const [k, item] of items.entries())
        checkModules(item, `/records/${i}/versions/${j}/items/${k}`, known, faults);
    }
  }
  faults.refuseAny();
}

function checkModules(item: CurriculumItemRecord, at: string, known: KnownModules, faults: RecordFaults): void {
  const { courseModuleId, moduleVersionId, moduleGroupId } = item;
  if (!known.modules.has(courseModuleId)) faults.unknown(`${at}/courseModuleId`, 'module of the institution');
  if (moduleVersionId !== undefined && known.versions.get(moduleVersionId) !== courseModuleId)
    faults.unknown(`${at}/moduleVersionId`, 'version of the module');
  if (moduleGroupId !== undefined && !known.groups.has(moduleGroupId))
    faults.unknown(`${at}/moduleGroupId`, 'module group of the institution');
}

const PARTS = ['terms', 'pathways', 'moduleClusters', 'items'] as const;

function claimParts(version: CurriculumVersionRecord, at: string, faults: RecordFaults): void {
  for (const part of PARTS) {
    for (const [k, { ref }] of version[part].entries()) faults.claimRef(part, ref, `${at}/${part}/${k}`);
  }
}

function checkParts(
  { terms, pathways, moduleClusters, items }: CurriculumVersionRecord,
  at: string,
  faults: RecordFaults,
) {
  const clusterRefs = refsOf(moduleClusters);
  const known = {
    termRef: refsOf(terms),
    pathwayRef: refsOf(pathways),
    moduleClusterRef: clusterRefs,
    parentRef: refsOf(items),
  };
  const names = Object.keys(known) as (keyof typeof known)[];
  for (const [k, cluster] of moduleClusters.entries()) {
    const { ref, overflowClusterRef } = cluster;
    const pointer = `${at}/moduleClusters/${k}/overflowClusterRef`;
    if (overflowClusterRef === undefined) continue;
    if (!clusterRefs.has(overflowClusterRef)) faults.unknown(pointer, 'cluster of this version');
    else if (overflowClusterRef === ref) faults.impossible(pointer, 'a cluster does not overflow into itself');
  }
  for (const [k, item] of items.entries()) {
    for (const name of names) {
      const ref = item[name];
      if (ref !== undefined && !known[name].has(ref))
        faults.unknown(`${at}/items/${k}/${name}`, `${NOUNS[name]} of this version`);
    }
  }
  for (const k of itemsAboveThemselves(items))
    faults.impossible(`${at}/items/${k}/parentRef`, 'the item would be above itself');
}

const NOUNS = { termRef: 'term', pathwayRef: 'pathway', moduleClusterRef: 'cluster', parentRef: 'item' } as const;

function refsOf(records: readonly { readonly ref: string }[]): ReadonlySet<string> {
  return new Set(records.map(({ ref }) => ref));
}

/** The indices of the items whose chain of parents leads back to them. Visits each item once. */
function itemsAboveThemselves(items: readonly CurriculumItemRecord[]): number[] {
  const indices = new Map(items.map(({ ref }, index) => [ref, index]));
  const parentOf = (index: number): number | undefined => {
    const parent = items[index]?.parentRef;
    return parent === undefined ? undefined : indices.get(parent);
  };
  const walkOf = new Map<number, number>();
  const found: number[] = [];
  for (const start of items.keys()) {
    let at: number | undefined = start;
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, start);
      at = parentOf(at);
    }
    if (at === undefined || walkOf.get(at) !== start) continue;
    for (let member: number | undefined = at; member !== undefined; ) {
      found.push(member);
      const next = parentOf(member);
      member = next === at ? undefined : next;
    }
  }
  return found;
}
