import type { CurriculumItem } from '../../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import type { CurriculumItemView } from '../../../schema/curriculum-item.ts';

type Nested<Property extends keyof CurriculumItemView> = (id: string) => NonNullable<CurriculumItemView[Property]>;

/** The views of the records that items refer to, by id. */
export interface ItemParts {
  readonly module: Nested<'courseModule'>;
  readonly moduleVersion: Nested<'courseModuleVersion'>;
  readonly term: Nested<'curriculaVersionTerm'>;
  readonly pathway: Nested<'curriculaVersionPathway'>;
  readonly cluster: Nested<'curriculaVersionModuleCluster'>;
  readonly group: Nested<'moduleGroup'>;
}

/** A module's place in a version, with all it refers to, as the specification shows it. */
export function itemView(item: CurriculumItem, curriculaVersionId: string, parts: ItemParts): CurriculumItemView {
  const moduleVersion = named(item.courseModuleVersionId, parts.moduleVersion);
  const term = named(item.curriculaVersionTermId, parts.term);
  const cluster = named(item.curriculaVersionModuleClusterId, parts.cluster);
  const pathway = named(item.curriculaVersionPathwayId, parts.pathway);
  const group = named(item.moduleGroupId, parts.group);
  return {
    id: item.id,
    curriculaVersionId,
    courseModuleId: item.courseModuleId,
    courseModuleVersionId: moduleVersion?.id ?? null,
    curriculaVersionTermId: term?.id ?? null,
    curriculaVersionModuleClusterId: cluster?.id ?? null,
    curriculaVersionPathwayId: pathway?.id ?? null,
    parentId: item.parentId ?? null,
    updatedAt: item.updatedAt,
    isCoreModule: item.isCoreModule,
    courseModule: parts.module(item.courseModuleId),
    curriculaVersionTerm: term,
    curriculaVersionPathway: pathway,
    curriculaVersionModuleCluster: cluster,
    moduleGroupId: group?.id ?? null,
    moduleGroup: group,
    courseModuleVersion: moduleVersion,
  };
}

function named<T>(id: string | undefined, view: (id: string) => T): T | null {
  return id === undefined ? null : view(id);
}
