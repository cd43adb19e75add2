import { lockImport } from '../../../bundle/engine/import-lock.ts';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import { updateEvents } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { findStandstill } from '../../../platform/data/standstill/closing-rows.ts';
import { requireOpen } from '../../../platform/data/standstill/fence.ts';
import { listStandstills } from '../../../platform/data/standstill/standstill-rows.ts';
import { type CommandContext, command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { InstitutionSettingsChangedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import {
  type ImportInstitutionRequest,
  InstitutionService,
} from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { closedRetentionDays } from '../config.ts';
import { checkCodeFormat, hasCodeFormat } from '../domain/code-format.ts';
import { refuse } from '../domain/refusals.ts';
import { hasRetention, nextDay } from '../domain/retention.ts';
import {
  areSameSettings,
  changedSettings,
  changeSettings,
  defaultSettings,
  isSameRetention,
  settingsInEffect,
} from '../domain/settings.ts';
import {
  findInstitution,
  insertInstitution,
  institutionMessage,
  listInstitutions as list,
  lockInstitution,
  lockInstitutionByRef,
  updateInstitution,
} from '../store/institutions.ts';
import { endRetention, scheduleRetention } from '../store/retentions.ts';
import { listCodes } from '../store/user-codes.ts';

/** The caller's institution, not cached, so that a caller sees a change at once. */
export const getInstitution = query(InstitutionService.method.getInstitution, async (db, _, { actor }) => {
  const [found, standstill] = await Promise.all([
    findInstitution(db, actor.institutionId),
    // Integrations do not learn of it, and services ask for them with each of their requests.
    actor.kind === 'integration' ? undefined : findStandstill(db, actor.institutionId),
  ]);
  const institution = found ?? refuse('INSTITUTION_NOT_FOUND');
  const { closedAt: closesAt } = standstill ?? {};
  return {
    institution: institutionMessage(institution),
    revision: institution.revision,
    ...(closesAt && { closesAt }),
  };
});

/** All institutions of the installation. */
export const listInstitutions = query(InstitutionService.method.listInstitutions, async (db, _, { runtime }) => {
  const [institutions, standstills] = await Promise.all([list(db), listStandstills(db)]);
  return {
    institutions: institutions.map(institutionMessage),
    standstills: standstills.map(({ institutionId, state, until, deletesAt }) => ({
      institutionId,
      state,
      ...((until ?? deletesAt) && { until: until ?? deletesAt ?? undefined }),
    })),
    closedRetentionDays: closedRetentionDays(runtime),
  };
});

/** Changes some settings of the caller's institution, all or nothing. */
export const setInstitutionSettings = command(InstitutionService.method.setInstitutionSettings, {
  async run(tx, { change, precondition }, { actor, now, newId }) {
    const institution = (await lockInstitution(tx, actor.institutionId)) ?? refuse('INSTITUTION_NOT_FOUND');
    checkRevision(precondition, institution.revision);
    const settings = changeSettings(institution, change, '/change');
    const response = { settings: settingsInEffect(settings) };
    if (areSameSettings(settings, institution)) return { response };
    updateInstitution(tx, { ...institution, ...settings }, { at: toInstantText(now), revision: newId() });
    if (!isSameRetention(settings, institution)) {
      // Not before the next day, so that there is time to look at the preview.
      if (hasRetention(settings))
        scheduleRetention(tx, { institutionId: institution.id, dueAt: nextDay(now, settings) });
      else endRetention(tx, { institutionId: institution.id });
    }
    const changed = changedSettings(institution, settings);
    return { response, events: updateEvents(InstitutionSettingsChangedSchema, institution.id, { changed }) };
  },
});

/** A format as an administrator types it: on an example, and on the codes that users have. */
export const checkUserCodeFormat = query(
  InstitutionService.method.checkUserCodeFormat,
  async (db, { format, example, withStoredCodes }, { actor }) => {
    checkCodeFormat(format, '/format');
    const codes = withStoredCodes ? await listCodes(db, actor) : undefined;
    return {
      ...(example !== undefined && { exampleMatches: hasCodeFormat(example, format) }),
      ...(codes && { codes: codes.length, otherCodes: codes.filter((code) => !hasCodeFormat(code, format)).length }),
    };
  },
);

/**
 * Creates the institution of a bundle, or updates it; settings that the bundle does not name stay as they are. Settings
 * created with their institution cannot be cached anywhere yet, so no event is published for them.
 */
export const importInstitution = command(InstitutionService.method.importInstitution, {
  of: 'own',
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
  requireOpen(tx, institution.id);
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
