import { lockImport } from '../../../bundle/engine/import-lock.ts';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import { updateEvents } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { type CommandContext, command } from '../../../platform/handler/command.ts';
import { InstitutionSettingsChangedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import {
  type ImportInstitutionRequest,
  InstitutionService,
} from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { areSameSettings, changedSettings, changeSettings, defaultSettings } from '../domain/settings.ts';
import {
  insertInstitution,
  institutionMessage,
  lockInstitutionByRef,
  updateInstitution,
} from '../store/institutions.ts';

/**
 * Creates the institution of a bundle, or updates it; settings that the bundle does not name stay as they are. Settings
 * created with their institution cannot be cached anywhere yet, so no event is published for them.
 */
export const importInstitution = command(InstitutionService.method.importInstitution, {
  run: writeInstitution,
});

/** The same within another transaction. */
export async function writeInstitution(
  tx: Tx,
  { ref, name, settings }: ImportInstitutionRequest,
  { now, newId }: Pick<CommandContext<Actor>, 'now' | 'newId'>,
) {
  lockImport(tx, ref);
  const stored = await lockInstitutionByRef(tx, ref);
  const declared = { ...changeSettings(stored ?? defaultSettings, settings, '/settings'), ref, name };
  const institution = { ...declared, id: stored?.id ?? newId() };
  const changed = !stored || stored.name !== name || !areSameSettings(stored, declared);
  const change = { at: toInstantText(now), revision: newId() };
  if (!stored) insertInstitution(tx, institution, change);
  else if (changed) updateInstitution(tx, institution, change);
  return {
    response: { institution: institutionMessage(institution), created: !stored, changed },
    events: stored
      ? updateEvents(InstitutionSettingsChangedSchema, stored.id, {
          changed: changedSettings(stored, declared),
          institutionId: stored.id,
        })
      : [],
  };
}
