import type { RowOf } from '../../../platform/data/schema/table.ts';
import { columnsBut } from '../../../platform/data/statements/row-statements.ts';
import type {
  CurriculumItem,
  ModuleCluster,
  OrganizationTerm,
  Term,
} from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { curriculumItems, moduleClusters } from './curriculum-item-tables.ts';
import { curriculumTerms } from './curriculum-tables.ts';
import { instantOfJson } from './json-instant.ts';
import { organizationTerms } from './module-tables.ts';
import { cohortTerms } from './program-tables.ts';

/** The parts of a version as JSON within a row: the columns, and the conversion to messages. */

export const TERM = columnsBut(curriculumTerms, 'institutionId', 'ref', 'createdAt', 'updatedAt');
export type TermJson = Pick<RowOf<typeof curriculumTerms>, (typeof TERM)[number]>;

export const COHORT_TERM = columnsBut(cohortTerms, 'institutionId');
export type CohortTermJson = Pick<RowOf<typeof cohortTerms>, (typeof COHORT_TERM)[number]> & {
  readonly cohortName: string;
};

export const CLUSTER = columnsBut(moduleClusters, 'institutionId', 'ref');
export type ClusterJson = Pick<RowOf<typeof moduleClusters>, (typeof CLUSTER)[number]>;

export const ITEM = columnsBut(curriculumItems, 'institutionId', 'ref', 'curriculumVersionId');
export type ItemJson = Pick<RowOf<typeof curriculumItems>, (typeof ITEM)[number]>;

export const ORGANIZATION_TERM = columnsBut(
  organizationTerms,
  'institutionId',
  'ref',
  'createdAt',
  'updatedAt',
  'revision',
);
export type OrganizationTermJson = Pick<RowOf<typeof organizationTerms>, (typeof ORGANIZATION_TERM)[number]>;

export function termMessage(term: TermJson, terms: readonly CohortTermJson[] = []): Term {
  return {
    $typeName: 'lyceum.curricula.v1.Term',
    id: term.id,
    position: term.position,
    name: term.name,
    curriculaVersionId: term.curriculumVersionId,
    cohortTerms: terms.map((cohortTerm) => ({
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

export function clusterMessage(cluster: ClusterJson): ModuleCluster {
  return {
    $typeName: 'lyceum.curricula.v1.ModuleCluster',
    id: cluster.id,
    electiveBehavior: cluster.electiveBehavior,
    electiveBehaviorAmount: cluster.electiveBehaviorAmount ?? undefined,
    rule: cluster.rule ?? undefined,
    ruleAmount: cluster.ruleAmount ?? undefined,
    createdAt: instantOfJson(cluster.createdAt),
    updatedAt: instantOfJson(cluster.updatedAt),
    curriculaVersionId: cluster.curriculumVersionId,
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
