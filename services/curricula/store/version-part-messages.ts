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
  readonly curriculumTermId: string;
  readonly organizationTermId: string;
  readonly cohortId: string;
  readonly cohortName: string;
}

export type PathwayJson = Omit<PathwayState, 'curriculum_version_id'>;

export interface ClusterJson {
  readonly id: string;
  readonly electiveBehavior: string;
  readonly electiveBehaviorAmount: number | null;
  readonly rule: string | null;
  readonly ruleAmount: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly name: string;
  readonly unlockAfterCp: number | null;
  readonly electAtOnce: boolean;
  readonly overflowClusterId: string | null;
  readonly isReElectable: boolean;
}

export interface ItemJson {
  readonly id: string;
  readonly courseModuleId: string;
  readonly moduleVersionId: string | null;
  readonly termId: string | null;
  readonly moduleClusterId: string | null;
  readonly pathwayId: string | null;
  readonly parentId: string | null;
  readonly updatedAt: string;
  readonly isCoreModule: boolean;
  readonly moduleGroupId: string | null;
}

export interface OrganizationTermJson {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly termStart: string;
  readonly termEnd: string;
  readonly electionStart: string | null;
  readonly electionEnd: string | null;
  readonly reassessmentRegistrationStart: string | null;
  readonly reassessmentRegistrationEnd: string | null;
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
      organizationTermId: cohortTerm.organizationTermId,
      cohort: {
        $typeName: 'lyceum.curricula.v1.CohortSummary',
        id: cohortTerm.cohortId,
        name: cohortTerm.cohortName,
      },
    })),
  };
}

export function clusterMessage(cluster: ClusterJson, versionId: string): ModuleCluster {
  return {
    $typeName: 'lyceum.curricula.v1.ModuleCluster',
    id: cluster.id,
    electiveBehavior: cluster.electiveBehavior,
    electiveBehaviorAmount: cluster.electiveBehaviorAmount ?? undefined,
    rule: cluster.rule ?? undefined,
    ruleAmount: cluster.ruleAmount ?? undefined,
    createdAt: instantOfJson(cluster.createdAt),
    updatedAt: instantOfJson(cluster.updatedAt),
    curriculaVersionId: versionId,
    name: cluster.name,
    unlockAfterCp: cluster.unlockAfterCp ?? undefined,
    electAtOnce: cluster.electAtOnce,
    overflowClusterId: cluster.overflowClusterId ?? undefined,
    isReElectable: cluster.isReElectable,
  };
}

export function itemMessage(item: ItemJson): CurriculumItem {
  return {
    $typeName: 'lyceum.curricula.v1.CurriculumItem',
    id: item.id,
    courseModuleId: item.courseModuleId,
    courseModuleVersionId: item.moduleVersionId ?? undefined,
    curriculaVersionTermId: item.termId ?? undefined,
    curriculaVersionModuleClusterId: item.moduleClusterId ?? undefined,
    curriculaVersionPathwayId: item.pathwayId ?? undefined,
    parentId: item.parentId ?? undefined,
    updatedAt: instantOfJson(item.updatedAt),
    isCoreModule: item.isCoreModule,
    moduleGroupId: item.moduleGroupId ?? undefined,
  };
}

export function organizationTermMessage(term: OrganizationTermJson): OrganizationTerm {
  return {
    $typeName: 'lyceum.curricula.v1.OrganizationTerm',
    id: term.id,
    name: term.name,
    termStart: instantOfJson(term.termStart),
    termEnd: instantOfJson(term.termEnd),
    code: term.code ?? undefined,
    electionStart: instantOrNone(term.electionStart),
    electionEnd: instantOrNone(term.electionEnd),
    reassessmentRegistrationStart: instantOrNone(term.reassessmentRegistrationStart),
    reassessmentRegistrationEnd: instantOrNone(term.reassessmentRegistrationEnd),
  };
}

function instantOrNone(text: string | null): string | undefined {
  return text === null ? undefined : instantOfJson(text);
}
