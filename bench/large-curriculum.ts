import type { Call } from '../platform/calls/caller.ts';
import { ElectionMode } from '../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { ImportService } from '../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { PathwayType } from '../proto/gen/lyceum/curricula/v1/pathway_pb.ts';

const TERMS = 40;
const PATHWAYS = 40;
const CLUSTERS = 20;
const ITEMS = 600;
/** Records per call: a call is a transaction, which should be short. */
const BATCH = 100;

const range = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Imports a curriculum version whose items each have their own module, which requires the previous one; returns its path. */
export async function importLargeCurriculum(operator: Call): Promise<string> {
  const tags = await operator(ImportService.method.importTags, {
    records: range(10).map((n) => ({ ref: `tag${n}`, name: `Tag ${n}`, color: '#1c4e80' })),
  });
  const groups = await operator(ImportService.method.importModuleGroups, {
    records: range(10).map((n) => ({ ref: `group${n}`, name: `Group ${n}`, code: `G${n}`, color: '#2f7d4f' })),
  });
  const tagIds = tags.records.map(({ id }) => id);
  const groupIds = groups.records.map(({ id }) => id);

  const moduleIds: string[] = [];
  const moduleVersionIds: string[] = [];
  for (let first = 0; first < ITEMS; first += BATCH) {
    const records = range(BATCH).map((n) => moduleRecord(first + n, tagIds));
    const imported = await operator(ImportService.method.importCourseModules, { records });
    for (const { section, id } of imported.records)
      (section === 'courseModules' ? moduleIds : moduleVersionIds).push(id);
  }
  for (let first = 0; first < ITEMS; first += BATCH) {
    const records = range(BATCH).map((n) => ({
      moduleVersionId: moduleVersionIds[first + n] ?? '',
      required: moduleVersionIds.slice(Math.max(first + n - 1, 0), first + n).map((id) => ({ moduleVersionId: id })),
    }));
    await operator(ImportService.method.importModuleRequirements, { records });
  }

  const items = range(ITEMS).map((n) => ({
    ref: `item${n}`,
    courseModuleId: moduleIds[n] ?? '',
    moduleVersionId: moduleVersionIds[n] ?? '',
    termRef: `term${n % TERMS}`,
    moduleClusterRef: `cluster${n % CLUSTERS}`,
    pathwayRef: `pathway${n % PATHWAYS}`,
    isCoreModule: n % 2 === 0,
    moduleGroupId: groupIds[n % groupIds.length] ?? '',
  }));
  const { records } = await operator(ImportService.method.importCurricula, {
    records: [{ ref: 'large', name: 'Large curriculum', versions: [{ ...versionRecord(), items }] }],
  });
  const idOf = (section: string) => records.find((record) => record.section === section)?.id;
  return `/curricula/${idOf('curricula')}/versions/${idOf('curriculaVersions')}`;
}

function moduleRecord(number: number, tagIds: readonly string[]) {
  return {
    ref: `module${number}`,
    name: `Module ${number}`,
    code: `M-${number}`,
    nameTranslations: { de: `Modul ${number}`, en: `Module ${number}` },
    tagIds: [tagIds[number % 10] ?? '', tagIds[(number + 1) % 10] ?? ''],
    versions: [
      {
        ref: `module-version${number}`,
        version: '1',
        name: `Module ${number}, first version`,
        ectsPoints: 5,
        isDefault: true,
        examinationRequirements: [{ name: 'Written examination', weight: 1 }],
        timePlan: { items: [{ name: 'Lectures', units: 24.5, requiresAppointments: true }] },
      },
    ],
  };
}

function versionRecord() {
  return {
    ref: 'large-1',
    version: '1',
    name: 'First',
    isDefault: true,
    electionMode: ElectionMode.ELECT_BEFORE_TERM,
    terms: range(TERMS).map((n) => ({ ref: `term${n}`, position: n, name: `Term ${n}` })),
    pathways: range(PATHWAYS).map((n) => ({
      ref: `pathway${n}`,
      position: n,
      name: `Pathway ${n}`,
      type: n === 0 ? PathwayType.FIXED : PathwayType.SELECTABLE_FOCUS,
    })),
    moduleClusters: range(CLUSTERS).map((n) => ({
      ref: `cluster${n}`,
      name: `Cluster ${n}`,
      electiveBehavior: 'SELECT_UNTIL_ECTS',
      electiveBehaviorAmount: 10,
    })),
  };
}
