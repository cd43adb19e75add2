import { ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { command } from '../../chassis/command.ts';
import { lockImport } from '../../chassis/db/import-lock.ts';
import { refuse } from '../../chassis/errors/refusal.ts';
import { lockByRef, writeEntries } from '../../chassis/import/import-table.ts';
import { importedRecord } from '../../chassis/import/imported-records.ts';
import { matchByRef } from '../../chassis/import/match-by-ref.ts';
import { repeatedRefs } from '../../chassis/import/repeated-refs.ts';
import { toInstantText } from '../../chassis/instant.ts';
import { APPOINTMENT_TYPES } from '../store/appointment-types.ts';

/** Imports a batch of a bundle's appointment types. Appointments show the new name of a type and are unchanged. */
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
