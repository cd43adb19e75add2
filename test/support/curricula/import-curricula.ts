import type { Call } from '../../../platform/calls/caller.ts';
import { type Ids, idsOf, importRecords, type LooseRecords } from '../import-records.ts';

/** An id that does not exist. */
export const NOWHERE = '01990000-0000-7000-8000-000000000000';

/** The records that curricula reference: a group, two tags, and two modules, of which the second has two versions. */
export async function importGround(call: Call): Promise<Ids> {
  const group = { ref: 'base', name: 'Foundations', code: 'FND', color: '#2f7d4f' };
  const tags = [
    { ref: 'core', name: 'Core' },
    { ref: 'math', name: 'Algebra', icon: 'sigma' },
  ];
  return {
    ...idsOf(await importRecords(call, 'moduleGroups', [group])),
    ...idsOf(await importRecords(call, 'tags', tags)),
    ...idsOf(await importRecords(call, 'courseModules', groundModules())),
  };
}

export function groundModules(): LooseRecords {
  return [
    {
      ref: 'analysis',
      name: 'Analysis',
      code: 'M-AN',
      nameTranslations: { en: 'Calculus', de: 'Analysis' },
      tags: ['core', 'math'],
      versions: [
        {
          ref: 'analysis-1',
          version: '1',
          name: 'Analysis I',
          ectsPoints: 6,
          isDefault: true,
          examinationRequirements: [{ name: 'Thesis', weight: 3 }, { name: 'Colloquium' }],
          timePlan: {
            items: [
              { name: 'Lectures', units: 24, requiresAppointments: true },
              { name: 'Exercises', units: 12.5, requiresAppointments: true },
              { name: 'Self-study', units: 90 },
            ],
          },
        },
      ],
    },
    {
      ref: 'systems',
      name: 'Systems',
      versions: [
        {
          ref: 'systems-1',
          version: '1',
          name: 'Systems I',
          ectsPoints: 7,
          status: 'DRAFT',
          description: 'Of computers.',
          capacity: 0,
          color: '#112233',
          moduleName: 'Systems',
          requiredAttendancePercentage: 66.5,
          timePlan: { unitName: 'Hour', unitMinutes: 60, items: [] },
        },
        { ref: 'systems-2', version: '2', name: 'Systems II' },
      ],
    },
  ];
}
