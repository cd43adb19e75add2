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

/** What a bundle says of curricula and all that their versions nest, by the names of the columns that keep it. */

export interface CurriculumValues {
  readonly ref: string;
  readonly name: string;
  readonly code: string | null;
  readonly is_cohort_specific: boolean;
  readonly is_archived: boolean;
}

export interface CurriculumVersionValues {
  readonly ref: string;
  readonly curriculum_id: string;
  readonly version: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly election_mode: StoredElectionMode | null;
  readonly election_start_weeks: number | null;
  readonly election_end_weeks: number | null;
  readonly is_cohort_version: boolean;
}

/** What every part of a version has. */
export interface PartValues {
  readonly ref: string;
  readonly curriculum_version_id: string;
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
  readonly elective_behavior: string;
  readonly elective_behavior_amount: number | null;
  readonly rule: string | null;
  readonly rule_amount: number | null;
  readonly unlock_after_cp: number | null;
  readonly elect_at_once: boolean;
  readonly overflow_cluster_id: string | null;
  readonly is_re_electable: boolean;
}

export interface ItemValues extends PartValues {
  readonly course_module_id: string;
  readonly module_version_id: string | null;
  readonly term_id: string | null;
  readonly module_cluster_id: string | null;
  readonly pathway_id: string | null;
  readonly parent_id: string | null;
  readonly is_core_module: boolean;
  readonly module_group_id: string | null;
}

/** The id of a record that another one of the batch names; null for none. */
export type IdOf = (ref: string | undefined) => string | null;

export function curriculumValues(record: CurriculumRecord): CurriculumValues {
  const { ref, name, code, isCohortSpecific, isArchived } = record;
  return { ref, name, code: code ?? null, is_cohort_specific: isCohortSpecific, is_archived: isArchived };
}

export function curriculumVersionValues(
  record: CurriculumVersionRecord,
  curriculumId: string,
): CurriculumVersionValues {
  return {
    ref: record.ref,
    curriculum_id: curriculumId,
    version: record.version,
    name: record.name,
    is_default: record.isDefault,
    election_mode: record.electionMode === undefined ? null : storedElectionMode(record.electionMode),
    election_start_weeks: record.electionStartWeeks ?? null,
    election_end_weeks: record.electionEndWeeks ?? null,
    is_cohort_version: record.isCohortVersion,
  };
}

export function termValues({ ref, position, name }: TermRecord, versionId: string): TermValues {
  return { ref, curriculum_version_id: versionId, position, name };
}

export function pathwayValues(record: PathwayRecord, versionId: string): PathwayValues {
  const { ref, position, name, type, description } = record;
  return {
    ref,
    curriculum_version_id: versionId,
    position,
    name,
    type: storedPathwayType(type),
    description: description ?? null,
  };
}

export function clusterValues(record: ModuleClusterRecord, versionId: string, clusterIdOf: IdOf): ClusterValues {
  return {
    ref: record.ref,
    curriculum_version_id: versionId,
    name: record.name,
    elective_behavior: record.electiveBehavior,
    elective_behavior_amount: record.electiveBehaviorAmount ?? null,
    rule: record.rule ?? null,
    rule_amount: record.ruleAmount ?? null,
    unlock_after_cp: record.unlockAfterCp ?? null,
    elect_at_once: record.electAtOnce,
    overflow_cluster_id: clusterIdOf(record.overflowClusterRef),
    is_re_electable: record.isReElectable,
  };
}

export function itemValues(
  record: CurriculumItemRecord,
  versionId: string,
  ids: { readonly term: IdOf; readonly cluster: IdOf; readonly pathway: IdOf; readonly item: IdOf },
): ItemValues {
  return {
    ref: record.ref,
    curriculum_version_id: versionId,
    course_module_id: record.courseModuleId,
    module_version_id: record.moduleVersionId ?? null,
    term_id: ids.term(record.termRef),
    module_cluster_id: ids.cluster(record.moduleClusterRef),
    pathway_id: ids.pathway(record.pathwayRef),
    parent_id: ids.item(record.parentRef),
    is_core_module: record.isCoreModule,
    module_group_id: record.moduleGroupId ?? null,
  };
}
