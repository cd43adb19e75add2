import { refuse } from '../../../platform/core/errors/refusal.ts';
import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { matchByRef } from '../../../platform/core/import/match-by-ref.ts';
import { repeatedRefs } from '../../../platform/core/import/repeated-refs.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import { lockByRef, writeEntries } from '../../../platform/data/import-table.ts';
import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { APPOINTMENT_TYPES } from '../store/appointment-types.ts';

/** Imports a batch of a bundle's appointment types. Appointments show a type's new name without counting as changed. */
export const importAppointmentTypes = command(ImportService.method.importAppointmentTypes, {
  async run(tx, { records }, { actor, now, newId }) {
    const violations = repeatedRefs(records);
    if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
    lockImport(tx, actor.institutionId);
    const batch = records.map(({ ref, name, color = null }) => ({ ref, name, color }));
    const stored = await lockByRef(
      tx,
      actor,
      APPOINTMENT_TYPES,
      batch.map(({ ref }) => ref),
    );
    const entries = matchByRef(batch, stored, newId);
    writeEntries(tx, actor, APPOINTMENT_TYPES, entries, { at: toInstantText(now), newId }, ({ values }) => values);
    return { response: { records: entries.map((entry) => importedRecord('appointmentTypes', entry)) } };
  },
});
