import type { Call } from '../../../platform/calls/caller.ts';
import { type Ids, idsOf, importRecords } from '../import-records.ts';

/**
 * Imports a large curriculum, `large` with the version `large-1`: 40 terms and pathways, 20 clusters, 600 items. Each
 * item has its own module and module version with a time plan and two tags, which requires the two versions before it.
 * @param items another number of items
 */
export async function importLargeCurriculum(call: Call, items = 600): Promise<Ids> {
  const groups = list(10, (n) => ({ ref: `g${n}`, name: `Group ${n}` }));
  const tags = list(5, (n) => ({ ref: `t${n}`, name: `Tag ${n}`, color: '#1c4e80' }));
  const modules = list(items, (n) => ({
    ref: `m${n}`,
    name: `Module ${n}`,
    code: `M-${n}`,
    nameTranslations: { de: `Modul ${n}`, en: `Module ${n}` },
    tags: [`t${n % 5}`, `t${(n + 1) % 5}`],
    versions: [moduleVersion(n)],
  }));
  const ids = [
    ...(await importRecords(call, 'moduleGroups', groups)),
    ...(await importRecords(call, 'tags', tags)),
    ...(await importRecords(call, 'courseModules', modules)),
    ...(await importRecords(call, 'curricula', [{ ref: 'large', name: 'Large', versions: [largeVersion(items)] }])),
  ];
  return idsOf(ids);
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
    requires: [n - 1, n - 2].filter((each) => each >= 0).map((each) => ({ ref: `mv${each}` })),
  };
}

function largeVersion(count: number) {
  return {
    ref: 'large-1',
    version: '1',
    name: 'Large',
    isDefault: true,
    terms: list(40, (n) => ({ ref: `term${n}`, position: n, name: `Term ${n}` })),
    pathways: list(40, (n) => ({ ref: `p${n}`, name: `Pathway ${n}`, type: 'FIXED', position: n })),
    moduleClusters: list(20, (n) => ({ ref: `k${n}`, name: `Cluster ${n}`, electiveBehavior: 'SELECT_UNTIL_ECTS' })),
    items: list(count, (n) => ({
      ref: `large-i${n}`,
      courseModule: `m${n}`,
      moduleVersion: `mv${n}`,
      term: `term${n % 40}`,
      pathway: `p${n % 40}`,
      moduleCluster: `k${n % 20}`,
      moduleGroup: `g${n % 10}`,
      ...(n % 3 === 0 ? {} : { parent: `large-i${n - 1}` }),
    })),
  };
}

function list<T>(length: number, make: (n: number) => T): T[] {
  return Array.from({ length }, (_, n) => make(n));
}
