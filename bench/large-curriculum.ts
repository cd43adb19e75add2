import type { Call } from '../platform/calls/caller.ts';
import { importRecords } from '../test/support/import-records.ts';

const TERMS = 40;
const PATHWAYS = 40;
const CLUSTERS = 20;
const ITEMS = 600;
/** Records per call: a call is a transaction, which should be short. */
const BATCH = 100;

const range = (count: number) => Array.from({ length: count }, (_, n) => n);

/**
 * Imports a curriculum version whose items each have their own module, which requires the previous one; returns its
 * path.
 */
export async function importLargeCurriculum(operator: Call): Promise<string> {
  await importRecords(
    operator,
    'tags',
    range(10).map((n) => ({ ref: `tag${n}`, name: `Tag ${n}`, color: '#1c4e80' })),
  );
  await importRecords(
    operator,
    'moduleGroups',
    range(10).map((n) => ({ ref: `group${n}`, name: `Group ${n}`, code: `G${n}`, color: '#2f7d4f' })),
  );
  for (let first = 0; first < ITEMS; first += BATCH) {
    // Each requires one of this batch or of an earlier one.
    await importRecords(
      operator,
      'courseModules',
      range(BATCH).map((n) => moduleRecord(first + n)),
    );
  }

  const items = range(ITEMS).map((n) => ({
    ref: `item${n}`,
    courseModule: `module${n}`,
    moduleVersion: `module-version${n}`,
    term: `term${n % TERMS}`,
    moduleCluster: `cluster${n % CLUSTERS}`,
    pathway: `pathway${n % PATHWAYS}`,
    isCoreModule: n % 2 === 0,
    moduleGroup: `group${n % 10}`,
  }));
  const records = await importRecords(operator, 'curricula', [
    { ref: 'large', name: 'Large curriculum', versions: [{ ...versionRecord(), items }] },
  ]);
  const idOf = (section: string) => records.find((record) => record.section === section)?.id;
  return `/curricula/${idOf('curricula')}/versions/${idOf('curriculaVersions')}`;
}

function moduleRecord(number: number) {
  return {
    ref: `module${number}`,
    name: `Module ${number}`,
    code: `M-${number}`,
    nameTranslations: { de: `Modul ${number}`, en: `Module ${number}` },
    tags: [`tag${number % 10}`, `tag${(number + 1) % 10}`],
    versions: [
      {
        ref: `module-version${number}`,
        version: '1',
        name: `Module ${number}, first version`,
        ectsPoints: 5,
        isDefault: true,
        examinationRequirements: [{ name: 'Written examination', weight: 1 }],
        timePlan: { items: [{ name: 'Lectures', units: 24.5, requiresAppointments: true }] },
        requires: number === 0 ? [] : [{ ref: `module-version${number - 1}` }],
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
    electionMode: 'ELECT_BEFORE_TERM',
    terms: range(TERMS).map((n) => ({ ref: `term${n}`, position: n, name: `Term ${n}` })),
    pathways: range(PATHWAYS).map((n) => ({
      ref: `pathway${n}`,
      position: n,
      name: `Pathway ${n}`,
      type: n === 0 ? 'FIXED' : 'SELECTABLE_FOCUS',
    })),
    moduleClusters: range(CLUSTERS).map((n) => ({
      ref: `cluster${n}`,
      name: `Cluster ${n}`,
      electiveBehavior: 'SELECT_UNTIL_ECTS',
      electiveBehaviorAmount: 10,
    })),
  };
}
