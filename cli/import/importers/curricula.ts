import { ElectionMode } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import type { RecordOf } from '../bundle/bundle.ts';
import type { ImportedIds } from '../imported-ids.ts';
import { type Importer, importRequest } from './importer.ts';

type Version = RecordOf<'curricula'>['versions'][number];

/** Curricula with their versions and nested records, but without source cohorts: cohorts refer to curriculum versions and come later. */
export const curriculaImporter: Importer<'curricula'> = {
  section: 'curricula',
  service: ImportService,
  requests(curricula, { ids }) {
    const records = curricula.map((curriculum) => ({
      ...curriculum,
      versions: curriculum.versions.map((version) => versionRecord(version, ids)),
    }));
    return [importRequest(ImportService.method.importCurricula, { records })];
  },
  weigh: ({ versions }) =>
    versions.reduce(
      (sum, { terms, pathways, moduleClusters, items }) =>
        sum + 1 + terms.length + pathways.length + moduleClusters.length + items.length,
      1,
    ),
  names: {
    overflowClusterRef: 'overflowCluster',
    courseModuleId: 'courseModule',
    moduleVersionId: 'moduleVersion',
    termRef: 'term',
    moduleClusterRef: 'moduleCluster',
    pathwayRef: 'pathway',
    parentRef: 'parent',
    moduleGroupId: 'moduleGroup',
  },
};

function versionRecord({ electionMode, pathways, moduleClusters, items, ...version }: Version, ids: ImportedIds) {
  return {
    ...version,
    electionMode: electionMode && ElectionMode[electionMode],
    pathways: pathways.map((pathway) => ({ ...pathway, type: PathwayType[pathway.type] })),
    moduleClusters: moduleClusters.map(({ unlockAfterCP, overflowCluster, ...cluster }) => ({
      ...cluster,
      unlockAfterCp: unlockAfterCP,
      overflowClusterRef: overflowCluster,
    })),
    items: items.map((item) => ({
      ref: item.ref,
      courseModuleId: ids.get('courseModules', item.courseModule),
      moduleVersionId: item.moduleVersion && ids.get('moduleVersions', item.moduleVersion),
      termRef: item.term,
      moduleClusterRef: item.moduleCluster,
      pathwayRef: item.pathway,
      parentRef: item.parent,
      isCoreModule: item.isCoreModule ?? false,
      moduleGroupId: item.moduleGroup && ids.get('moduleGroups', item.moduleGroup),
    })),
  };
}
