import { type Static, Type } from 'typebox';
import {
  CohortSchema,
  type ProgramVersion,
  ProgramVersionSchema,
} from '../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { createBody, representation, updateBody, type Words } from './contract.ts';
import { AnyObject, Id, Instant, nullable } from './types.ts';

const words = {
  id: Id('The version’s id.'),
  name: {
    shown: Type.String({ description: 'The display label.', examples: ['2026'] }),
    input: 'The display label. Must not be blank.',
    example: '2027',
  },
  institutionId: Id('The institution that the version belongs to.'),
  studyProgramId: Id('The program that it is a version of.'),
  isDefault: 'A program has exactly one default version.',
  statisticData: nullable(AnyObject('Data of statistics, as imported.', { graduates: 24 })),
  createdAt: null,
  updatedAt: null,
  revision: null,
} satisfies Words<ProgramVersion>;

/** A version of a program without its cohorts. */
export const StudyProgramVersion = representation('StudyProgramVersion', ProgramVersionSchema, words);
export type ProgramVersionView = Static<typeof StudyProgramVersion>;

/** Students who begin together. */
const Cohort = representation('Cohort', CohortSchema, {
  id: Id('The cohort’s id.'),
  name: { text: 'The cohort’s name.', example: 'Autumn 2026' },
  institutionId: Id('The institution that the cohort belongs to.'),
  startDate: Instant('When the cohort begins.'),
  endDate: Instant('When the cohort ends.'),
  curriculaVersionId: Id('The curriculum version by which the cohort studies.'),
  studyProgramVersionId: Id('The program version that it belongs to.'),
  isArchived: 'Archived cohorts stay readable.',
  hasDisconnectedFromCurricula: {
    text: 'Whether the cohort has left its curriculum. Absent if not stated.',
    isAbsent: true,
  },
  originalCurriculaVersionId: nullable(Id('The curriculum version with which the cohort began.')),
});
export type CohortView = Static<typeof Cohort>;

/** A version with its cohorts. */
export const StudyProgramVersionDetail = representation('StudyProgramVersionDetail', ProgramVersionSchema, {
  ...words,
  cohorts: Type.Array(Cohort, { description: 'Ordered by `startDate`.' }),
});
export type ProgramVersionDetailView = Static<typeof StudyProgramVersionDetail>;

/** The body of PATCH /continuing-education/{id}/versions/{versionId}: absent fields stay. */
export const StudyProgramVersionUpdate = updateBody('StudyProgramVersionUpdate', ProgramVersionSchema, words);

/** The name of a version in bodies. */
export const VersionName = Type.Unsafe<string>(
  createBody('StudyProgramVersionCreate', ProgramVersionSchema, words).properties.name,
);

/** The body of POST /continuing-education/{id}/versions (decisions 9.3). */
export const StudyProgramVersionCreate = Type.Object(
  { versionName: VersionName },
  { title: 'StudyProgramVersionCreate', additionalProperties: false },
);

export const programVersionExample: ProgramVersionView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f2101',
  name: '2026',
  institutionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0a01',
  studyProgramId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f2001',
  isDefault: true,
  statisticData: null,
};

export const programVersionDetailExample: ProgramVersionDetailView = {
  ...programVersionExample,
  cohorts: [
    {
      id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f2201',
      name: 'Autumn 2026',
      institutionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0a01',
      startDate: '2026-09-30T22:00:00.000Z',
      endDate: '2027-09-29T22:00:00.000Z',
      curriculaVersionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1201',
      studyProgramVersionId: programVersionExample.id,
      isArchived: false,
      originalCurriculaVersionId: null,
    },
  ],
};
