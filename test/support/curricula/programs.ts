import type { Call } from '../../../platform/calls/caller.ts';
import { type Ids, idsOf, importRecords, type LooseRecords } from '../import-records.ts';

/** The records that programs reference: two academic terms, and two curricula, of which the second is archived. */
export async function importProgramGround(call: Call): Promise<Ids> {
  const term = (ref: string, year: number) => ({
    ref,
    name: ref,
    termStart: `${year}-10-01T00:00:00.000Z`,
    termEnd: `${year + 1}-03-31T00:00:00.000Z`,
  });
  const terms = await importRecords(call, 'organizationTerms', [term('w26', 2026), term('w27', 2027)]);
  const curricula = await importRecords(call, 'curricula', [
    {
      ref: 'science',
      name: 'Science',
      code: 'SC',
      versions: [
        {
          ref: 'first',
          version: '1',
          name: 'First',
          isDefault: true,
          terms: [
            { ref: 't1', position: 1, name: 'Term 1' },
            { ref: 't2', position: 2, name: 'Term 2' },
          ],
        },
        { ref: 'second', version: '2', name: 'Second' },
      ],
    },
    { ref: 'arts', name: 'Arts', isCohortSpecific: true, isArchived: true },
  ]);
  return idsOf([...terms, ...curricula]);
}

/** Two programs with these references: one with all fields, and one with the fewest. */
export function groundPrograms(): LooseRecords {
  return [
    {
      ref: 'care',
      name: 'Care',
      code: 'CE-1',
      objective: 'To care',
      defaultStudyTime: 12,
      hasCohorts: true,
      type: 'CERTIFICATE',
      isArchived: true,
      curricula: ['science', 'arts'],
      versions: [
        { ref: 'care-26', name: '2026', cohorts: groundCohorts() },
        { ref: 'care-27', name: '2027', isDefault: true },
      ],
    },
    { ref: 'data', name: 'Data', versions: [{ ref: 'data-1', name: 'Data' }] },
  ];
}

/** The later cohort comes first. */
export function groundCohorts(): LooseRecords {
  return [
    {
      ref: 'spring',
      name: 'Spring',
      startDate: '2027-04-01T00:00:00.000Z',
      endDate: '2028-03-31T00:00:00.500Z',
      curriculaVersion: 'first',
    },
    {
      ref: 'autumn',
      name: 'Autumn',
      startDate: '2026-10-01T00:00:00.000Z',
      endDate: '2027-09-30T00:00:00.000Z',
      curriculaVersion: 'second',
      originalCurriculaVersion: 'first',
      isArchived: true,
      hasDisconnectedFromCurricula: false,
      terms: [{ term: 't1', organizationTerm: 'w26' }],
    },
  ];
}
