import { present } from '../../../../platform/core/present.ts';
import type { OrganizationTerm, Term } from '../../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { objectOf } from '../../../endpoint/envelope.ts';
import type { CurriculumTermView, OrganizationTermView } from '../../../schema/curriculum-term.ts';

/** An academic term as the specification shows it. */
export function organizationTermView(term: OrganizationTerm, institutionId: string): OrganizationTermView {
  return {
    id: term.id,
    name: term.name,
    institutionId,
    termStart: term.termStart,
    termEnd: term.termEnd,
    code: term.code ?? null,
    electionStart: term.electionStart ?? null,
    electionEnd: term.electionEnd ?? null,
    reassessmentRegistrationStart: term.reassessmentRegistrationStart ?? null,
    reassessmentRegistrationEnd: term.reassessmentRegistrationEnd ?? null,
  };
}

/** A study term with its cohort mappings as the specification shows it. */
export function termView(
  { id, position, name, curriculaVersionId, cohortTerms }: Term,
  organizationTermOf: (id: string) => OrganizationTermView,
): CurriculumTermView {
  const summary = { id, position, name, curriculaVersionId };
  return {
    ...summary,
    cohortCurriculaVersionTerm: cohortTerms.map((mapping) => {
      const cohort = present(mapping.cohort, 'cohort');
      const organizationTerm = organizationTermOf(mapping.organizationTermId);
      return {
        id: mapping.id,
        curriculaVersionTermId: mapping.curriculaVersionTermId,
        organizationTermId: mapping.organizationTermId,
        cohortId: cohort.id,
        institutionId: organizationTerm.institutionId,
        cohort: { id: cohort.id, name: cohort.name },
        organizationTerm,
        curriculaVersionTerm: summary,
        cohortStudyTimelineStatus: objectOf(mapping.cohortStudyTimelineStatus),
      };
    }),
  };
}
