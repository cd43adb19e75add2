import { type Static, Type } from 'typebox';
import { curriculumExample } from './curriculum.ts';
import { CurriculumItem, curriculumItemExample } from './curriculum-item.ts';
import { CurriculumTerm, curriculumTermExample } from './curriculum-term.ts';
import { curriculumVersionExample, curriculumVersionProperties } from './curriculum-version.ts';
import { ModuleCluster, moduleClusterExample } from './module-cluster.ts';
import { Pathway, pathwayExample } from './pathway.ts';
import { Id } from './types.ts';

/** A curriculum version in full depth (spec: CurriculaVersionDetail). */
export const CurriculaVersionDetail = Type.Object(
  {
    ...curriculumVersionProperties,
    curricula: Type.Object(
      {
        id: Id('The curriculum’s id.'),
        name: Type.String({ description: 'The curriculum’s name.', examples: ['BSc Computer Science'] }),
        isCohortSpecific: Type.Boolean({ description: 'Whether the curriculum was made for one cohort.' }),
      },
      { title: 'CurriculaSummary' },
    ),
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
