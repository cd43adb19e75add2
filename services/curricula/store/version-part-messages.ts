import type {
  CurriculumItem,
  ModuleCluster,
  OrganizationTerm,
  Term,
} from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import type { PathwayState } from '../domain/pathway.ts';
import { instantOfJson } from './json-instant.ts';

/** The parts of a version as JSON within a row; property names are those of the columns. */

export interface TermJson {
  readonly id: string;
  readonly position: number;
  readonly name: string;
}

export interface CohortTermJson {
  readonly id: string;
  readonly curriculum_term_id: string;
  readonly organization_term_id: string;
  readonly cohort_id: string;
  readonly cohort_name: string;
}

export type PathwayJson = Omit<PathwayState, 'curriculum_version_id'>;

export interface ClusterJson {
  readonly id: string;
  readonly elective_behavior: string;
  readonly elective_behavior_amount: number | null;
  readonly rule: string | null;
  readonly rule_amount: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly unlock_after_cp: number | null;
  readonly elect_at_once: boolean;
  readonly overflow_cluster_id: string | null;
  readonly is_re_electable: boolean;
}

export interface ItemJson {
  readonly id: string;
  readonly course_module_id: string;
  readonly module_version_id: string | null;
  readonly term_id: string | null;
  readonly module_cluster_id: string | null;
  readonly pathway_id: string | null;
  readonly parent_id: string | null;
  readonly updated_at: string;
  readonly is_core_module: boolean;
  readonly module_group_id: string | null;
}

export interface OrganizationTermJson {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly term_start: string;
  readonly term_end: string;
  readonly election_start: string | null;
  readonly election_end: string | null;
  readonly reassessment_registration_start: string | null;
  readonly reassessment_registration_end: string | null;
}

export function termMessage(term: TermJson, versionId: string, cohortTerms: readonly CohortTermJson[] = []): Term {
  return {
    $typeName: 'lyceum.curricula.v1.Term',
    id: term.id,
    position: term.position,
    name: term.name,
    curriculaVersionId: versionId,
    cohortTerms: cohortTerms.map((cohortTerm) => ({
      $typeName: 'lyceum.curricula.v1.CohortTerm',
      id: cohortTerm.id,
      curriculaVersionTermId: term.id,
      organizationTermId: cohortTerm.organization_term_id,
      cohort: {
        $typeName: 'lyceum.curricula.v1.CohortSummary',
        id: cohortTerm.cohort_id,
        name: cohortTerm.cohort_name,
      },
    })),
  };
}

export function clusterMessage(cluster: ClusterJson, versionId: string): ModuleCluster {
  return {
    $typeName: 'lyceum.curricula.v1.ModuleCluster',
    id: cluster.id,
    electiveBehavior: cluster.elective_behavior,
    electiveBehaviorAmount: cluster.elective_behavior_amount ?? undefined,
    rule: cluster.rule ?? undefined,
    ruleAmount: cluster.rule_amount ?? undefined,
    createdAt: instantOfJson(cluster.created_at),
    updatedAt: instantOfJson(cluster.updated_at),
    curriculaVersionId: versionId,
    name: cluster.name,
    unlockAfterCp: cluster.unlock_after_cp ?? undefined,
    electAtOnce: cluster.elect_at_once,
    overflowClusterId: cluster.overflow_cluster_id ?? undefined,
    isReElectable: cluster.is_re_electable,
  };
}

export function itemMessage(item: ItemJson): CurriculumItem {
  return {
    $typeName: 'lyceum.curricula.v1.CurriculumItem',
    id: item.id,
    courseModuleId: item.course_module_id,
    courseModuleVersionId: item.module_version_id ?? undefined,
    curriculaVersionTermId: item.term_id ?? undefined,
    curriculaVersionModuleClusterId: item.module_cluster_id ?? undefined,
    curriculaVersionPathwayId: item.pathway_id ?? undefined,
    parentId: item.parent_id ?? undefined,
    updatedAt: instantOfJson(item.updated_at),
    isCoreModule: item.is_core_module,
    moduleGroupId: item.module_group_id ?? undefined,
  };
}

export function organizationTermMessage(term: OrganizationTermJson): OrganizationTerm {
  return {
    $typeName: 'lyceum.curricula.v1.OrganizationTerm',
    id: term.id,
    name: term.name,
    termStart: instantOfJson(term.term_start),
    termEnd: instantOfJson(term.term_end),
    code: term.code ?? undefined,
    electionStart: instantOrNone(term.election_start),
    electionEnd: instantOrNone(term.election_end),
    reassessmentRegistrationStart: instantOrNone(term.reassessment_registration_start),
    reassessmentRegistrationEnd: instantOrNone(term.reassessment_registration_end),
  };
}

function instantOrNone(text: string | null): string | undefined {
  return text === null ? undefined : instantOfJson(text);
}
