import { updateEvents } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { InstitutionSettingsChangedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { areSameSettings, changedSettings, changeSettings, settingsInEffect } from '../domain/settings.ts';
import { lockInstitution, updateInstitution } from '../store/institutions.ts';

/** Changes some settings of the caller's institution, all or nothing. */
export const setInstitutionSettings = command(InstitutionService.method.setInstitutionSettings, {
  async run(tx, { change, precondition }, { actor, now, newId }) {
    const institution = (await lockInstitution(tx, actor.institutionId)) ?? refuse('INSTITUTION_NOT_FOUND');
    checkRevision(precondition, institution.revision);
    const settings = changeSettings(institution, change, '/change');
    const response = { settings: settingsInEffect(settings) };
    if (areSameSettings(settings, institution)) return { response };
    updateInstitution(tx, { ...institution, ...settings }, { at: toInstantText(now), revision: newId() });
    const changed = changedSettings(institution, settings);
    return { response, events: updateEvents(InstitutionSettingsChangedSchema, institution.id, { changed }) };
  },
});
