import type {
  CurriculumItemRecord,
  CurriculumRecord,
  CurriculumVersionRecord,
  ModuleClusterRecord,
  PathwayRecord,
  TermRecord,
} from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { type StoredElectionMode, storedElectionMode } from './election-modes.ts';
import type { StoredPathwayType } from './pathway.ts';
import { storedPathwayType } from './pathway-types.ts';

/** The values of curricula, and of everything nested in their versions, in a bundle, by column name. */

export interface CurriculumValues {
  readonly ref: string;
  readonly name: string;
  readonly code: string | null;
  readonly isCohortSpecific: boolean;
  readonly isArchived: boolean;
}

export interface CurriculumVersionValues {
  readonly ref: string;
  readonly curriculumId: string;
  readonly version: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly electionMode: StoredElectionMode | null;
  readonly electionStartWeeks: number | null;
  readonly electionEndWeeks: number | null;
  readonly isCohortVersion: boolean;
}

/** The values that every part of a version has. */
export interface PartValues {
  readonly ref: string;
  readonly curriculumVersionId: string;
}

export interface TermValues extends PartValues {
  readonly position: number;
  readonly name: string;
}

export interface PathwayValues extends PartValues {
  readonly position: number;
  readonly name: string;
  readonly type: StoredPathwayType;
  readonly description: string | null;
}

export interface ClusterValues extends PartValues {
  readonly name: string;
  readonly electiveBehavior: string;
  readonly electiveBehaviorAmount: number | null;
  readonly rule: string | null;
  readonly ruleAmount: number | null;
  readonly unlockAfterCp: number | null;
  readonly electAtOnce: boolean;
  readonly overflowClusterId: string | null;
  readonly isReElectable: boolean;
}

export interface ItemValues extends PartValues {
  readonly courseModuleId: string;
  readonly moduleVersionId: string | null;
  readonly termId: string | null;
  readonly moduleClusterId: string | null;
  readonly pathwayId: string | null;
  readonly parentId: string | null;
  readonly isCoreModule: boolean;
  readonly moduleGroupId: string | null;
}

/** The id of another record that the batch references by ref; null without a ref. */
export type IdOf = (ref: string | undefined) => string | null;

export function curriculumValues(record: CurriculumRecord): CurriculumValues {
  const { ref, name, code, isCohortSpecific, isArchived } = record;
  return { ref, name, code: code ?? null, isCohortSpecific, isArchived };
}

export function curriculumVersionValues(
  record: CurriculumVersionRecord,
  curriculumId: string,
): CurriculumVersionValues {
  return {
    ref: record.ref,
    curriculumId,
    version: record.version,
    name: record.name,
    isDefault: record.isDefault,
    electionMode: record.electionMode === undefined ? null : storedElectionMode(record.electionMode),
    electionStartWeeks: record.electionStartWeeks ?? null,
    electionEndWeeks: record.electionEndWeeks ?? null,
    isCohortVersion: record.isCohortVersion,
  };
}

export function termValues({ ref, position, name }: TermRecord, versionId: string): TermValues {
  return { ref, curriculumVersionId: versionId, position, name };
}

export function pathwayValues(record: PathwayRecord, versionId: string): PathwayValues {
  const { ref, position, name, type, description } = record;
  return {
    ref,
    curriculumVersionId: versionId,
    position,
    name,
    type: storedPathwayType(type),
    description: description ?? null,
  };
}

export function clusterValues(record: ModuleClusterRecord, versionId: string, clusterIdOf: IdOf): ClusterValues {
  return {
    ref: record.ref,
    curriculumVersionId: versionId,
    name: record.name,
    electiveBehavior: record.electiveBehavior,
    electiveBehaviorAmount: record.electiveBehaviorAmount ?? null,
    rule: record.rule ?? null,
    ruleAmount: record.ruleAmount ?? null,
    unlockAfterCp: record.unlockAfterCp ?? null,
    electAtOnce: record.electAtOnce,
    overflowClusterId: clusterIdOf(record.overflowClusterRef),
    isReElectable: record.isReElectable,
  };
}

export function itemValues(
  record: CurriculumItemRecord,
  versionId: string,
  ids: { readonly term: IdOf; readonly cluster: IdOf; readonly pathway: IdOf; readonly item: IdOf },
): ItemValues {
  return {
    ref: record.ref,
    curriculumVersionId: versionId,
    courseModuleId: record.courseModuleId,
    moduleVersionId: record.moduleVersionId ?? null,
    termId: ids.term(record.termRef),
    moduleClusterId: ids.cluster(record.moduleClusterRef),
    pathwayId: ids.pathway(record.pathwayRef),
    parentId: ids.item(record.parentRef),
    isCoreModule: record.isCoreModule,
    moduleGroupId: record.moduleGroupId ?? null,
  };
}
