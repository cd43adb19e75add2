import { columnsBut, type RowOf } from '../../../libraries/typed-sql/index.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import {
  CohortTermSchema,
  type CurriculumItem,
  CurriculumItemSchema,
  type ModuleCluster,
  ModuleClusterSchema,
  type OrganizationTerm,
  OrganizationTermSchema,
  type Term,
  TermSchema,
} from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { curriculumItems, moduleClusters } from './curriculum-item-tables.ts';
import { curriculumTerms } from './curriculum-tables.ts';
import { cohortSummary } from './curriculum-versions.ts';
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

export function termMessage(term: TermJson, ofTerm: readonly CohortTermJson[] = []): Term {
  const cohortTerms = ofTerm.map(({ cohortId, cohortName, ...cohortTerm }) =>
    writeCohortTerm({
      ...cohortTerm,
      curriculaVersionTermId: term.id,
      cohort: cohortSummary({ id: cohortId, name: cohortName }),
    }),
  );
  return writeTerm({ ...term, curriculaVersionId: term.curriculumVersionId, cohortTerms });
}

export function clusterMessage(cluster: ClusterJson): ModuleCluster {
  return writeCluster({
    ...cluster,
    createdAt: instantOfJson(cluster.createdAt),
    updatedAt: instantOfJson(cluster.updatedAt),
    curriculaVersionId: cluster.curriculumVersionId,
  });
}

export function itemMessage(item: ItemJson): CurriculumItem {
  return writeItem({
    ...item,
    courseModuleVersionId: item.moduleVersionId,
    curriculaVersionTermId: item.termId,
    curriculaVersionModuleClusterId: item.moduleClusterId,
    curriculaVersionPathwayId: item.pathwayId,
    updatedAt: instantOfJson(item.updatedAt),
  });
}

export function organizationTermMessage(term: OrganizationTermJson): OrganizationTerm {
  return writeOrganizationTerm({
    ...term,
    termStart: instantOfJson(term.termStart),
    termEnd: instantOfJson(term.termEnd),
    electionStart: instantOrNone(term.electionStart),
    electionEnd: instantOrNone(term.electionEnd),
    reassessmentRegistrationStart: instantOrNone(term.reassessmentRegistrationStart),
    reassessmentRegistrationEnd: instantOrNone(term.reassessmentRegistrationEnd),
  });
}

const writeTerm = messageWriter(TermSchema);
const writeCohortTerm = messageWriter(CohortTermSchema);
const writeCluster = messageWriter(ModuleClusterSchema);
const writeItem = messageWriter(CurriculumItemSchema);
const writeOrganizationTerm = messageWriter(OrganizationTermSchema);

function instantOrNone(text: string | null): string | null {
  return text && instantOfJson(text);
}
