import type { Violation } from '../../../platform/core/errors/refusal.ts';
import type { LocationRecord, RoomRecord } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';

/**
 * The violations that a batch's own records show: a ref twice in a section, a room with more than one default setup. Each points to the later of the
 * two.
 */
export function checkBundle(records: readonly LocationRecord[]): Violation[] {
  const violations: Violation[] = [];
  const taken = { locations: new Set<string>(), rooms: new Set<string>(), setups: new Set<string>() };
  const claim = (section: keyof typeof taken, ref: string, at: string) => {
    if (taken[section].has(ref))
      violations.push({
        pointer: `${at}/ref`,
        code: 'invalid_value',
        message: `is the ref of another of the ${section}`,
      });
    taken[section].add(ref);
  };
  for (const [i, location] of records.entries()) {
    claim('locations', location.ref, `/records/${i}`);
    for (const [j, room] of location.rooms.entries()) {
      const at = `/records/${i}/rooms/${j}`;
      claim('rooms', room.ref, at);
      for (const [k, setup] of room.setups.entries()) claim('setups', setup.ref, `${at}/setups/${k}`);
      violations.push(...secondDefaults(room, at));
    }
  }
  return violations;
}

function secondDefaults(room: RoomRecord, at: string): Violation[] {
  return [...room.setups.entries()]
    .filter(([, setup]) => setup.isDefault)
    .slice(1)
    .map(([k]) => ({
      pointer: `${at}/setups/${k}/isDefault`,
      code: 'invalid_value',
      message: 'a room has at most one default setup',
    }));
}
