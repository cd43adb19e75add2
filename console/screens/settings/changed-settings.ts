import {
  type GetInstitutionResponse,
  InstitutionService,
} from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { t } from '../../components/language.ts';
import type { ChangedRecord } from '../../route/change-screen.ts';
import { changesSince } from '../audit/changes-since.ts';

/** The settings of the institution as forms change them. */
export const changedSettings: ChangedRecord<GetInstitutionResponse> = {
  name: () => t.settings.theSettings,
  read: ({ call }) => call(InstitutionService.method.getInstitution, {}),
  revisionOf: ({ revision }) => revision,
  changesSince(visit, _settings, revision) {
    const { institutionId } = visit.session.actor;
    return changesSince(visit, { resourceKind: 'institution', resourceId: institutionId }, revision);
  },
};
