import { importPrograms, type TestPrograms } from './test-programs.ts';
import type { TestInstitution } from './test-system.ts';

const at = '2026-10-05T08:00:00.000Z';

/** Imports programs with a version each, all at one instant; returns their ids. */
export async function newPrograms(institution: TestInstitution, count: number, more: object = {}): Promise<string[]> {
  const records = Array.from({ length: count }, (_, n) => ({
    ref: `p${n}`,
    name: `P${n}`,
    defaultStudyTime: 0,
    versions: [{ ref: `v${n}`, name: 'V' }],
    ...more,
  }));
  const ids = await importPrograms(institution, records);
  return records.map(({ ref }) => ids[`programs/${ref}`] ?? '');
}

const version = (programs: TestPrograms, ref: string, program: string, shown: object) => ({
  id: programs.id(`programVersions/${ref}`),
  institutionId: programs.school.id,
  studyProgramId: programs.id(`programs/${program}`),
  statisticData: null,
  ...shown,
});
/** The program `care` as reads show it. */
export function expectedCare(programs: TestPrograms) {
  const first = version(programs, 'care-26', 'care', { name: '2026', isDefault: false });
  const second = version(programs, 'care-27', 'care', { name: '2027', isDefault: true });
  const curriculum = { institutionId: programs.school.id, createdAt: at, updatedAt: at, isArchived: false };
  return {
    id: programs.id('programs/care'),
    name: 'Care',
    institutionId: programs.school.id,
    objective: 'To care',
    isArchived: true,
    code: 'CE-1',
    statisticData: null,
    defaultStudyTime: 12,
    defaultTuitionFeePlanId: null,
    hasCohorts: true,
    hasStatistics: false,
    type: 'CERTIFICATE',
    studyProgramVersion: [first, second],
    responsibleUsers: [
      { id: programs.id('users/aenne'), name: 'Änne', email: 'aenne@school.example', image: 'https://x.example/a' },
      { id: programs.id('users/bea'), name: 'bea', email: 'bea@school.example', image: null },
      { id: programs.id('users/zoe'), name: 'Zoe', email: 'zoe@school.example', image: null },
    ],
    connectedCurricula: [
      {
        id: programs.id('curricula/modular'),
        name: 'Modular',
        ...curriculum,
        isCohortSpecific: false,
        code: 'MO',
        versionsCount: 1,
      },
      {
        id: programs.id('curricula/free'),
        name: 'Free',
        ...curriculum,
        isCohortSpecific: true,
        code: null,
        versionsCount: 0,
      },
    ],
    firstVersion: first,
    defaultVersion: second,
    versionsCount: 2,
    cohortsCount: 2,
    studyProgramMetadata: null,
  };
}
/** The program `data`, which has almost nothing, as reads show it. */
export function expectedData(programs: TestPrograms) {
  const only = version(programs, 'data-1', 'data', { name: 'Data', isDefault: true });
  const { defaultStudyTime, ...rest } = expectedCare(programs);
  return {
    ...rest,
    id: programs.id('programs/data'),
    name: 'Data',
    objective: null,
    isArchived: false,
    code: null,
    hasCohorts: false,
    type: null,
    studyProgramVersion: [only],
    responsibleUsers: [],
    connectedCurricula: [],
    firstVersion: only,
    defaultVersion: only,
    versionsCount: 1,
    cohortsCount: 0,
  };
}
