import { type Entry, matchByRef, type Stored } from '../../../platform/core/import/match-by-ref.ts';
import type { CourseModuleRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import {
  type CourseModuleValues,
  courseModuleValues,
  type ModuleVersionValues,
  moduleVersionValues,
} from './module-values.ts';
import { RecordFaults } from './record-faults.ts';

/** A tag on a module. */
export interface TagLink {
  readonly id: string;
  readonly courseModuleId: string;
  readonly tagId: string;
}

/** What is stored under the batch's refs, and the tags that it names and the institution has. */
export interface StoredModules {
  readonly modules: readonly Stored<CourseModuleValues>[];
  readonly versions: readonly Stored<ModuleVersionValues>[];
  readonly tagLinks: readonly TagLink[];
  readonly knownTags: ReadonlySet<string>;
}

/** What an import does with each module of a batch and each of their versions, and with what stands in its way. */
export interface ModulePlan {
  /** A module counts as changed when its tags are. */
  readonly modules: readonly Entry<CourseModuleValues>[];
  readonly versions: readonly Entry<ModuleVersionValues>[];
  readonly tagging: readonly TagLink[];
  readonly untagging: readonly TagLink[];
  /** Before versions are written, these versions, and whatever version of these modules is the default, cease to be it. */
  readonly releasedDefaults: { readonly versionIds: readonly string[]; readonly moduleIds: readonly string[] };
  /** Versions that become another module's: items of their former one cannot name them any more. */
  readonly movedVersionIds: readonly string[];
}

/** Refuses a batch that contradicts itself: REQUEST_INVALID for a ref that comes twice, or a second default version. */
export function checkModuleRecords(records: readonly CourseModuleRecord[]): void {
  const faults = new RecordFaults();
  for (const [i, { ref, versions }] of records.entries()) {
    faults.claimRef('courseModules', ref, `/records/${i}`);
    faults.claimDefault(versions, `/records/${i}/versions`);
    for (const [j, version] of versions.entries())
      faults.claimRef('moduleVersions', version.ref, `/records/${i}/versions/${j}`);
  }
  faults.refuseAny();
}

/**
 * Compares a batch with what is stored under its refs. A record is known again by its ref, wherever it was before. A time plan keeps its id as
 * long as its version has one. Refuses with REQUEST_INVALID a tag that the institution does not have.
 */
export function planModuleImport(
  records: readonly CourseModuleRecord[],
  stored: StoredModules,
  newId: () => string,
): ModulePlan {
  refuseUnknownTags(records, stored.knownTags);
  const modules = matchByRef(records.map(courseModuleValues), stored.modules, newId);
  const planIds = new Map(stored.versions.map(({ ref, timePlanId }) => [ref, timePlanId]));
  const versionValues = modules.flatMap(({ id }, i) =>
    (records[i]?.versions ?? []).map((version) =>
      moduleVersionValues(version, id, () => planIds.get(version.ref) ?? newId()),
    ),
  );
  const versions = matchByRef(versionValues, stored.versions, newId);
  const changed = versions.filter(({ change }) => change !== 'none');
  const { tagging, untagging } = planTags(records, modules, stored.tagLinks, newId);
  const retagged = new Set([...tagging, ...untagging].map((link) => link.courseModuleId));
  return {
    modules: modules.map((module) =>
      module.change === 'none' && retagged.has(module.id) ? { ...module, change: 'update' } : module,
    ),
    versions,
    tagging,
    untagging,
    releasedDefaults: {
      versionIds: changed.filter(({ before }) => before?.isDefault).map(({ id }) => id),
      moduleIds: changed.filter(({ values }) => values.isDefault).map(({ values }) => values.courseModuleId),
    },
    movedVersionIds: changed
      .filter(({ before, values }) => before !== null && before.courseModuleId !== values.courseModuleId)
      .map(({ id }) => id),
  };
}

function refuseUnknownTags(records: readonly CourseModuleRecord[], known: ReadonlySet<string>): void {
  const faults = new RecordFaults();
  for (const [i, { tagIds }] of records.entries()) {
    for (const [j, id] of tagIds.entries())
      if (!known.has(id)) faults.unknown(`/records/${i}/tagIds/${j}`, 'tag of the institution');
  }
  faults.refuseAny();
}

function planTags(
  records: readonly CourseModuleRecord[],
  modules: readonly Entry<CourseModuleValues>[],
  links: readonly TagLink[],
  newId: () => string,
): Pick<ModulePlan, 'tagging' | 'untagging'> {
  const stored = new Set(links.map(keyOf));
  const declared = modules.flatMap(({ id }, i) =>
    (records[i]?.tagIds ?? []).map((tagId) => ({ courseModuleId: id, tagId })),
  );
  const kept = new Set(declared.map(keyOf));
  return {
    tagging: declared.filter((link) => !stored.has(keyOf(link))).map((link) => ({ id: newId(), ...link })),
    untagging: links.filter((link) => !kept.has(keyOf(link))),
  };
}

function keyOf({ courseModuleId, tagId }: Omit<TagLink, 'id'>): string {
  return `${courseModuleId}/${tagId}`;
}
