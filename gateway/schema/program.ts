import { type Static, Type } from 'typebox';
import { type Program, ProgramSchema } from '../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { createBody, representation, type Words } from './contract.ts';
import { Curriculum, curriculumExample } from './curriculum.ts';
import { programVersionExample, StudyProgramVersion, VersionName } from './program-version.ts';
import { AnyObject, Id, Int32, nullable } from './types.ts';

/** A summary of a user. */
const SimpleUser = Type.Object(
  {
    id: Id('The user’s id.'),
    name: Type.String({ description: 'Never empty.', examples: ['Ada Albrecht'] }),
    email: Type.String({ format: 'email', description: 'As given.', examples: ['ada.albrecht@nordhafen.example'] }),
    image: nullable(Type.String({ description: 'URL of a picture.' })),
  },
  { title: 'SimpleUser' },
);
export type SimpleUserView = Static<typeof SimpleUser>;

const words = {
  id: Id('The program’s id.'),
  name: {
    text: 'The program’s name.',
    input: 'The program’s name. Must not be blank.',
    example: 'Wound Care Specialist',
  },
  institutionId: Id('The institution that the program belongs to.'),
  objective: 'What the program is for.',
  isArchived: 'Archived programs stay in lists and stay readable.',
  code: { text: 'A code for look-ups. Need not be unique.', example: 'CE-WC' },
  statisticData: nullable(AnyObject('Data of statistics, as imported.', { graduates: 48 })),
  defaultStudyTime: {
    shown: Type.Optional(Int32('As given. Absent if not stated.', { examples: [12] })),
    input: 'Stored as given.',
    example: 12,
    isAbsent: true,
  },
  defaultTuitionFeePlanId: {
    text: 'The id of a tuition fee plan in another system, as imported.',
    example: 'fees-2026',
  },
  hasCohorts: {
    text: 'Whether the program has cohorts, as given.',
    input: 'Whether the program has cohorts. False by default.',
  },
  hasStatistics: Type.Boolean({ description: 'Always false for programs of continuing education.' }),
  type: { text: 'The kind of program.', example: 'CERTIFICATE' },
  versions: null,
  studyProgramVersion: Type.Array(StudyProgramVersion, {
    description: 'All versions, ordered by creation. Cohorts are not included.',
  }),
  responsibleUserIds: null,
  responsibleUsers: Type.Array(SimpleUser, {
    description: 'Ordered by name, as people sort names: letters before case and accents (collation `en`).',
  }),
  connectedCurricula: Type.Array(Curriculum, { description: 'In the order in which they were connected.' }),
  firstVersion: StudyProgramVersion,
  defaultVersion: StudyProgramVersion,
  versionsCount: { text: 'The number of versions of the program.', example: 2 },
  cohortsCount: { text: 'The number of cohorts in all versions.', example: 3 },
  studyProgramMetadata: nullable(Type.Object({}, { description: 'Always null.' })),
  createdAt: null,
  updatedAt: null,
  revision: null,
} satisfies Words<Program>;

/** A program of continuing education as every answer shows it (decisions 9.3). */
export const StudyProgram = representation('StudyProgram', ProgramSchema, words);
export type ProgramView = Static<typeof StudyProgram>;

/** The body of POST /continuing-education. */
export const StudyProgramCreate = Type.Object(
  {
    ...createBody('StudyProgramCreate', ProgramSchema, words, { nulls: false }).properties,
    initialVersionName: Type.Optional({
      ...VersionName,
      description: 'The name of the initial version. Must not be blank. By default the program’s name.',
      examples: ['2026'],
    }),
    curriculaIds: Type.Optional(
      Type.Array(Id('The id of a curriculum that is not archived.'), {
        maxItems: 200,
        description: 'The curricula to connect. Each may occur once.',
      }),
    ),
  },
  { title: 'StudyProgramCreate', additionalProperties: false },
);

export const programExample: ProgramView = {
  id: programVersionExample.studyProgramId,
  name: 'Wound Care Specialist',
  institutionId: programVersionExample.institutionId,
  objective: 'Certified wound care for nursing staff',
  isArchived: false,
  code: 'CE-WC',
  statisticData: { graduates: 48 },
  defaultStudyTime: 12,
  defaultTuitionFeePlanId: 'fees-2026',
  hasCohorts: true,
  hasStatistics: false,
  type: 'CERTIFICATE',
  studyProgramVersion: [programVersionExample],
  responsibleUsers: [
    {
      id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11',
      name: 'Ada Albrecht',
      email: 'ada.albrecht@nordhafen.example',
      image: null,
    },
  ],
  connectedCurricula: [curriculumExample],
  firstVersion: programVersionExample,
  defaultVersion: programVersionExample,
  versionsCount: 1,
  cohortsCount: 1,
  studyProgramMetadata: null,
};
