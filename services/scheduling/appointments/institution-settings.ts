import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import { InstitutionService, type InstitutionSettings } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';

/** The settings in effect, not cached: a change applies at once. */
export async function institutionSettings(call: Call): Promise<InstitutionSettings> {
  return present((await call(InstitutionService.method.getInstitution, {})).institution?.settings, 'settings');
}
