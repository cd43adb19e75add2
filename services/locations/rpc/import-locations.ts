import { refuse } from '../../../platform/core/errors/refusal.ts';
import { event } from '../../../platform/core/event.ts';
import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { ImportOutcome } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import { LocationsImportedSchema } from '../../../proto/gen/lyceum/locations/v1/events_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { checkBundle } from '../domain/check-bundle.ts';
import { planImport } from '../domain/plan-import.ts';
import { loadForImport, writeImport } from '../store/location-import.ts';

export const importLocations = command(ImportService.method.importLocations, {
  async run(tx, { records }, { actor, now, newId }) {
    const violations = checkBundle(records);
    if (violations.length > 0) refuse('REQUEST_INVALID', { violations });

    const rooms = records.flatMap((location) => location.rooms);
    const setups = rooms.flatMap((room) => room.setups);
    const refs = { locations: records.map(refOf), rooms: rooms.map(refOf), setups: setups.map(refOf) };
    const plan = planImport(records, await loadForImport(tx, actor, refs), newId);
    writeImport(tx, actor, plan, { at: toInstantText(now), newId });

    const imported = [
      ...plan.locations.map((entry) => importedRecord('locations', entry)),
      ...plan.rooms.map((entry) => importedRecord('rooms', entry)),
      ...plan.setups.map((entry) => importedRecord('setups', entry)),
    ];
    const count = (outcome: ImportOutcome) => imported.filter((record) => record.outcome === outcome).length;
    const counts = { created: count(ImportOutcome.CREATED), updated: count(ImportOutcome.UPDATED) };
    const changed = counts.created + counts.updated > 0;
    return {
      response: { records: imported },
      events: changed ? [event(LocationsImportedSchema, actor.institutionId, counts)] : [],
    };
  },
});

function refOf(record: { readonly ref: string }): string {
  return record.ref;
}
