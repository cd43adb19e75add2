import { present } from '../../../../platform/core/present.ts';
import type { CurriculumVersionDetail } from '../../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import type { LessonUnit } from '../../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { byId } from '../../../endpoint/by-id.ts';
import type { CurriculumVersionDetailView } from '../../../schema/curriculum-version-detail.ts';
import type { ItemModuleVersionView } from '../../../schema/module-version.ts';
import { courseModuleView, moduleGroupView } from './course-module-view.ts';
import { itemView } from './item-view.ts';
import { moduleClusterView } from './module-cluster-view.ts';
import {
  itemModuleVersionView,
  type ModuleConnections,
  moduleVersionView,
  requiredModuleVersionView,
} from './module-version-view.ts';
import { pathwayView } from './pathways/pathway-view.ts';
import { organizationTermView, termView } from './term-view.ts';
import { curriculumVersionView } from './version-view.ts';

/** Facts that the curricula service does not store. */
export interface Institution {
  readonly institutionId: string;
  readonly defaultUnit: LessonUnit;
}

/**
 * A version in full depth. The service names records by id, each once; each gets one view, shared wherever it nests:
 * the work grows with the records, whatever the size of the answer.
 */
export function curriculumVersionDetailView(
  detail: CurriculumVersionDetail,
  institution: Institution,
): CurriculumVersionDetailView {
  const { institutionId } = institution;
  const version = curriculumVersionView(present(detail.version, 'version'));
  const { id, name, isCohortSpecific } = present(detail.curricula, 'curricula');
  const organizationTerms = detail.organizationTerms.map((term) => organizationTermView(term, institutionId));
  const organizationTermOf = byId(organizationTerms, 'organization term');
  const terms = detail.terms.map((term) => termView(term, organizationTermOf));
  const pathways = detail.pathways.map(pathwayView);
  const clusters = detail.moduleClusters.map(moduleClusterView);
  const modules = detail.courseModules.map((module) => courseModuleView(module, institutionId));
  const parts = {
    module: byId(modules, 'course module'),
    moduleVersion: byId(itemModuleVersions(detail, institution), 'module version'),
    term: byId(terms, 'term'),
    pathway: byId(pathways, 'pathway'),
    cluster: byId(clusters, 'module cluster'),
    group: byId(detail.moduleGroups.map(moduleGroupView), 'module group'),
  };
  return {
    ...version,
    curricula: { id, name, isCohortSpecific },
    curriculaVersionTerms: terms,
    curriculaVersionPathways: pathways,
    curriculaVersionModuleCluster: clusters,
    curriculaVersionItems: detail.items.map((item) => itemView(item, version.id, parts)),
  };
}

function itemModuleVersions(
  { items, moduleVersions, moduleConnections, courseModules }: CurriculumVersionDetail,
  { defaultUnit }: Institution,
): ItemModuleVersionView[] {
  const moduleOf = byId(courseModules, 'course module');
  const versionOf = byId(moduleVersions.map(moduleVersionView), 'module version');
  const asParent = Map.groupBy(moduleConnections, ({ parentModuleVersionId }) => parentModuleVersionId);
  const asChild = Map.groupBy(moduleConnections, ({ childModuleVersionId }) => childModuleVersionId);
  const shown = new Set(items.map(({ courseModuleVersionId }) => courseModuleVersionId));
  return moduleVersions
    .filter(({ id }) => shown.has(id))
    .map((version) => {
      const connections: ModuleConnections = {
        asParent: asParent.get(version.id) ?? [],
        asChild: asChild.get(version.id) ?? [],
        childOf: ({ childModuleVersionId }) => versionOf(childModuleVersionId),
        parentOf: ({ parentModuleVersionId }) => {
          const parent = versionOf(parentModuleVersionId);
          return requiredModuleVersionView(parent, moduleOf(parent.courseModuleId));
        },
      };
      return itemModuleVersionView(version, connections, defaultUnit);
    });
}
