import type { Static } from 'typebox';
import { CurriculumItemSchema } from '../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { representation } from './contract.ts';
import { CourseModule, courseModuleExample, ModuleGroup, moduleGroupExample } from './course-module.ts';
import { CurriculumTerm, curriculumTermExample } from './curriculum-term.ts';
import { ModuleCluster, moduleClusterExample } from './module-cluster.ts';
import { ItemModuleVersion } from './module-version.ts';
import { itemModuleVersionExample } from './module-version-example.ts';
import { Pathway, pathwayExample } from './pathway.ts';
import { Id, Instant, nullable } from './types.ts';

/** A module’s place in a version. */
export const CurriculumItem = representation('CurriculaVersionItemDetail', CurriculumItemSchema, {
  id: Id('The item’s id.'),
  curriculaVersionId: Id('The curriculum version that the item belongs to.'),
  courseModuleId: Id('The module.'),
  courseModuleVersionId: nullable(Id('The module’s version.')),
  curriculaVersionTermId: nullable(Id('The study term.')),
  curriculaVersionModuleClusterId: nullable(Id('The module cluster.')),
  curriculaVersionPathwayId: nullable(Id('The pathway.')),
  parentId: nullable(Id('The parent item.')),
  updatedAt: Instant('The server’s clock when the last change of the item began.'),
  isCoreModule: 'Whether every student takes the module.',
  courseModule: nullable(CourseModule),
  curriculaVersionTerm: nullable(CurriculumTerm),
  curriculaVersionPathway: nullable(Pathway),
  curriculaVersionModuleCluster: nullable(ModuleCluster),
  moduleGroupId: nullable(Id('The module group.')),
  moduleGroup: nullable(ModuleGroup),
  courseModuleVersion: nullable(ItemModuleVersion),
});
export type CurriculumItemView = Static<typeof CurriculumItem>;

export const curriculumItemExample: CurriculumItemView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f2001',
  curriculaVersionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1201',
  courseModuleId: courseModuleExample.id,
  courseModuleVersionId: itemModuleVersionExample.id,
  curriculaVersionTermId: curriculumTermExample.id,
  curriculaVersionModuleClusterId: moduleClusterExample.id,
  curriculaVersionPathwayId: pathwayExample.id,
  parentId: null,
  updatedAt: '2026-10-01T08:00:00.000Z',
  isCoreModule: true,
  courseModule: courseModuleExample,
  curriculaVersionTerm: curriculumTermExample,
  curriculaVersionPathway: pathwayExample,
  curriculaVersionModuleCluster: moduleClusterExample,
  moduleGroupId: moduleGroupExample.id,
  moduleGroup: moduleGroupExample,
  courseModuleVersion: itemModuleVersionExample,
};
