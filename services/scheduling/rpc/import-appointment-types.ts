import { ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { command } from '../../chassis/command.ts';
import { lockImport } from '../../chassis/db/import-lock.ts';
import { refuse } from '../../chassis/errors/refusal.ts';
import { importedRecord } from '../../chassis/import/imported-records.ts';
import { matchByRef } from '../../chassis/import/match-by-ref.ts';
import { repeatedRefs } from '../../chassis/import/repeated-refs.ts';
import { toInstantText } from '../../chassis/instant.ts';
import { lockTypesByRef, writeTypeImport } from '../store/appointment-type-import.ts';

/** Imports a batch of a bundle's appointment types. Appointments show the new name of a type and are unchanged. */
export const importAppointmentTypes = command(ImportService.method.importAppointmentTypes, {
  async run(tx, { records }, { actor, now, newId }) {
    const violations = repeatedRefs(records);
    if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
    lockImport(tx, actor.institutionId);
    const batch = records.map(({ ref, name, color = null }) => ({ ref, name, color }));
    const stored = await lockTypesByRef(
      tx,
      actor,
      batch.map(({ ref }) => ref),
    );
    const entries = matchByRef(batch, stored, newId);
    writeTypeImport(tx, actor, entries, toInstantText(now));
    return { response: { records: entries.map((entry) => importedRecord('appointmentTypes', entry)) } };
  },
});
