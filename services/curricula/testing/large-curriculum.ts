import type { Call } from '../../../platform/calls/caller.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { type Ids, idsOf } from './import-curricula.ts';

/**
 * Imports a large curriculum, `large` with the version `large-1`: 40 terms and pathways, 20 clusters, 600 items. Each item has its own module and
 * module version with a time plan and two tags, which requires the two versions before it.
 * @param items another number of items
 */
export async function importLargeCurriculum(call: Call, items = 600): Promise<Ids> {
  const service = ImportService.method;
  const groups = await call(service.importModuleGroups, {
    records: list(10, (n) => ({ ref: `g${n}`, name: `Group ${n}` })),
  });
  const tags = await call(service.importTags, {
    records: list(5, (n) => ({ ref: `t${n}`, name: `Tag ${n}`, color: '#1c4e80' })),
  });
  const ids: Record<string, string> = { ...idsOf([...groups.records, ...tags.records]) };
  const idOf = (name: string) => ids[name] ?? '';
  const modules = await call(service.importCourseModules, {
    records: list(items, (n) => ({
      ref: `m${n}`,
      name: `Module ${n}`,
      code: `M-${n}`,
      nameTranslations: { de: `Modul ${n}`, en: `Module ${n}` },
      tagIds: [idOf(`tags/t${n % 5}`), idOf(`tags/t${(n + 1) % 5}`)],
      versions: [moduleVersion(n)],
    })),
  });
  Object.assign(ids, idsOf(modules.records));
  await call(service.importModuleRequirements, {
    records: list(items, (n) => ({
      moduleVersionId: idOf(`moduleVersions/mv${n}`),
      required: [n - 1, n - 2]
        .filter((each) => each >= 0)
        .map((each) => ({ moduleVersionId: idOf(`moduleVersions/mv${each}`) })),
    })),
  });
  const curricula = await call(service.importCurricula, {
    records: [{ ref: 'large', name: 'Large', versions: [largeVersion(items, idOf)] }],
  });
  return { ...ids, ...idsOf(curricula.records) };
}

function moduleVersion(n: number) {
  return {
    ref: `mv${n}`,
    version: '1',
    name: `Module ${n}`,
    ectsPoints: 5,
    isDefault: true,
    description: `What module ${n} is about, in a sentence that is as long as such sentences are.`,
    examinationRequirements: [{ name: 'Written examination', weight: 1 }],
    timePlan: {
      items: [
        { name: 'Lectures', units: 24, requiresAppointments: true },
        { name: 'Exercises', units: 12.5, requiresAppointments: true },
        { name: 'Self-study', units: 90 },
      ],
    },
  };
}

function largeVersion(count: number, idOf: (name: string) => string) {
  return {
    ref: 'large-1',
    version: '1',
    name: 'Large',
    isDefault: true,
    terms: list(40, (n) => ({ ref: `term${n}`, position: n, name: `Term ${n}` })),
    pathways: list(40, (n) => ({ ref: `p${n}`, name: `Pathway ${n}`, type: PathwayType.FIXED, position: n })),
    moduleClusters: list(20, (n) => ({ ref: `k${n}`, name: `Cluster ${n}`, electiveBehavior: 'SELECT_UNTIL_ECTS' })),
    items: list(count, (n) => ({
      ref: `large-i${n}`,
      courseModuleId: idOf(`courseModules/m${n}`),
      moduleVersionId: idOf(`moduleVersions/mv${n}`),
      termRef: `term${n % 40}`,
      pathwayRef: `p${n % 40}`,
      moduleClusterRef: `k${n % 20}`,
      moduleGroupId: idOf(`moduleGroups/g${n % 10}`),
      ...(n % 3 === 0 ? {} : { parentRef: `large-i${n - 1}` }),
    })),
  };
}

function list<T>(length: number, make: (n: number) => T): T[] {
  return Array.from({ length }, (_, n) => make(n));
}
