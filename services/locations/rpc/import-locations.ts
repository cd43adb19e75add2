import { refuse } from '../../../platform/core/errors/refusal.ts';
import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { checkBundle } from '../domain/check-bundle.ts';
import { planImport } from '../domain/plan-import.ts';
import { locationEvents } from '../events/location-events.ts';
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
    return { response: { records: imported }, events: locationEvents(plan) };
  },
});

function refOf(record: { readonly ref: string }): string {
  return record.ref;
}
