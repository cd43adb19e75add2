import { type Static, Type } from 'typebox';
import { CurriculumSummarySchema } from '../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { representation } from './contract.ts';
import { curriculumExample } from './curriculum.ts';
import { CurriculumItem, curriculumItemExample } from './curriculum-item.ts';
import { CurriculumTerm, curriculumTermExample } from './curriculum-term.ts';
import { CurriculaVersion, curriculumVersionExample } from './curriculum-version.ts';
import { ModuleCluster, moduleClusterExample } from './module-cluster.ts';
import { Pathway, pathwayExample } from './pathway.ts';
import { Id } from './types.ts';

/** A curriculum version in full depth. */
export const CurriculaVersionDetail = Type.Object(
  {
    ...CurriculaVersion.properties,
    curricula: representation('CurriculaSummary', CurriculumSummarySchema, {
      id: Id('The curriculum’s id.'),
      name: { text: 'The curriculum’s name.', example: 'BSc Computer Science' },
      isCohortSpecific: 'Whether the curriculum was made for one cohort.',
    }),
    curriculaVersionTerms: Type.Array(CurriculumTerm, { description: 'The study terms, ordered by position.' }),
    curriculaVersionPathways: Type.Array(Pathway, { description: 'The pathways, ordered by position.' }),
    curriculaVersionModuleCluster: Type.Array(ModuleCluster, {
      description: 'The elective clusters, ordered by creation.',
    }),
    curriculaVersionItems: Type.Array(CurriculumItem, { description: 'The module items, ordered by creation.' }),
  },
  { title: 'CurriculaVersionDetail' },
);
export type CurriculumVersionDetailView = Static<typeof CurriculaVersionDetail>;

export const curriculumVersionDetailExample: CurriculumVersionDetailView = {
  ...curriculumVersionExample,
  curricula: {
    id: curriculumExample.id,
    name: curriculumExample.name,
    isCohortSpecific: curriculumExample.isCohortSpecific,
  },
  curriculaVersionTerms: [curriculumTermExample],
  curriculaVersionPathways: [pathwayExample],
  curriculaVersionModuleCluster: [moduleClusterExample],
  curriculaVersionItems: [curriculumItemExample],
};
