import { present } from '../../../../platform/core/present.ts';
import type {
  Cohort,
  ProgramVersion,
  ProgramVersionDetail,
} from '../../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { asView, objectOf } from '../../../endpoint/envelope.ts';
import type { CohortView, ProgramVersionDetailView, ProgramVersionView } from '../../../schema/program-version.ts';

/** A version as the specification shows it, without cohorts. */
export function programVersionView(version: ProgramVersion, institutionId: string): ProgramVersionView {
  return {
    ...asView<Omit<ProgramVersionView, 'institutionId' | 'statisticData'>, ProgramVersion>(version),
    institutionId,
    statisticData: objectOf(version.statisticData),
  };
}

/** The answer of an operation on one version: with its cohorts. */
export function programVersionResource(
  detail: ProgramVersionDetail | undefined,
  institutionId: string,
): { readonly data: ProgramVersionDetailView; readonly revision: string } {
  const { version: shown, cohorts } = present(detail, 'detail');
  const version = present(shown, 'version');
  return {
    data: {
      ...programVersionView(version, institutionId),
      cohorts: cohorts.map((cohort) => cohortView(cohort, institutionId)),
    },
    revision: version.revision,
  };
}

function cohortView(cohort: Cohort, institutionId: string): CohortView {
  return { ...asView<Omit<CohortView, 'institutionId'>, Cohort>(cohort), institutionId };
}
