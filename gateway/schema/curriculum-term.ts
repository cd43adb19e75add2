import { type Static, Type } from 'typebox';
import {
  CohortTermSchema,
  OrganizationTermSchema,
  TermSchema,
} from '../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { representation } from './contract.ts';
import { CohortSummary } from './curriculum-version.ts';
import { AnyObject, Id, Instant, nullable } from './types.ts';

/** An academic term. */
export const OrganizationTerm = representation('OrganizationTerm', OrganizationTermSchema, {
  id: Id('The academic term’s id.'),
  name: { text: 'The academic term’s name.', example: 'Winter 2026/27' },
  institutionId: Id('The institution that the academic term belongs to.'),
  termStart: Instant('When the term starts.'),
  termEnd: Instant('When the term ends.'),
  code: { text: 'A code for look-ups.', example: 'WS26' },
  electionStart: nullable(Instant('When elections start.')),
  electionEnd: nullable(Instant('When elections end.')),
  reassessmentRegistrationStart: nullable(Instant('When registration for reassessment starts.')),
  reassessmentRegistrationEnd: nullable(Instant('When registration for reassessment ends.')),
});
export type OrganizationTermView = Static<typeof OrganizationTerm>;

const termWords = {
  id: Id('The study term’s id.'),
  position: { text: 'The position among the study terms of the version.', example: 1 },
  name: { text: 'The study term’s name.', example: 'Term 1' },
  curriculaVersionId: Id('The curriculum version that the study term belongs to.'),
  cohortTerms: null,
};

/** The academic term of a study term for one cohort. */
const CohortTerm = representation('CohortCurriculaVersionTermInDetail', CohortTermSchema, {
  id: Id('The mapping’s id.'),
  curriculaVersionTermId: Id('The study term.'),
  organizationTermId: Id('The academic term.'),
  cohortId: Id('The cohort.'),
  institutionId: Id('The institution that the mapping belongs to.'),
  cohort: CohortSummary,
  organizationTerm: OrganizationTerm,
  curriculaVersionTerm: representation('CurriculaVersionTermSummary', TermSchema, termWords),
  cohortStudyTimelineStatus: nullable(
    AnyObject('How far the cohort is in the study term, as imported.', { phase: 'lectures' }),
  ),
});

/** A study term of a version with its cohort mappings. */
export const CurriculumTerm = representation('CurriculaVersionTermInDetail', TermSchema, {
  ...termWords,
  cohortCurriculaVersionTerm: Type.Array(CohortTerm, {
    description: 'The academic term that each cohort takes for this study term, ordered by creation.',
  }),
});
export type CurriculumTermView = Static<typeof CurriculumTerm>;

const term = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1401',
  position: 1,
  name: 'Term 1',
  curriculaVersionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1201',
};

export const curriculumTermExample: CurriculumTermView = {
  ...term,
  cohortCurriculaVersionTerm: [
    {
      id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1501',
      curriculaVersionTermId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1401',
      organizationTermId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1601',
      cohortId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1701',
      institutionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0a01',
      cohort: { id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1701', name: 'Autumn 2026' },
      organizationTerm: {
        id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1601',
        name: 'Winter 2026/27',
        institutionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0a01',
        termStart: '2026-09-30T22:00:00.000Z',
        termEnd: '2027-03-31T21:59:59.000Z',
        code: 'WS26',
        electionStart: '2026-07-31T22:00:00.000Z',
        electionEnd: '2026-09-14T22:00:00.000Z',
        reassessmentRegistrationStart: null,
        reassessmentRegistrationEnd: null,
      },
      curriculaVersionTerm: term,
      cohortStudyTimelineStatus: null,
    },
  ],
};
