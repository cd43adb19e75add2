import { create, type MessageInitShape } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, Stored } from '../../../platform/core/import/match-by-ref.ts';
import { type LocationRecord, LocationRecordSchema } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { type ImportPlan, planImport, type StoredBundle } from './plan-import.ts';

type LocationInit = MessageInitShape<typeof LocationRecordSchema>;

const nothing: StoredBundle = { locations: [], rooms: [], setups: [] };

function plan(records: readonly LocationInit[], stored = nothing, prefix = 'id'): ImportPlan {
  let n = 0;
  return planImport(records.map(recordOf), stored, () => `${prefix}${n++}`);
}

function recordOf(init: LocationInit): LocationRecord {
  return create(LocationRecordSchema, init);
}

/** The database's content after a plan is executed. */
function carriedOut(done: ImportPlan, before = nothing): StoredBundle {
  const { setupIds, roomIds } = done.releasedDefaults;
  const released = before.setups.map((setup) =>
    setupIds.includes(setup.id) || roomIds.includes(setup.roomId) ? { ...setup, isDefault: false } : setup,
  );
  return {
    locations: written(before.locations, done.locations),
    rooms: written(before.rooms, done.rooms),
    setups: written(released, done.setups),
  };
}

function written<V extends { ref: string }>(before: readonly Stored<V>[], entries: readonly Entry<V>[]): Stored<V>[] {
  const now = entries.filter(({ change }) => change !== 'none').map(({ id, values }) => ({ ...values, id }));
  return [...before.filter(({ id }) => !now.some((record) => record.id === id)), ...now];
}

/** The stored records with the refs of a batch. */
function withRefsOf(records: readonly LocationInit[], { locations, rooms, setups }: StoredBundle): StoredBundle {
  const batch = plan(records);
  const named = (entries: readonly Entry<{ ref: string }>[]) => new Set(entries.map(({ values }) => values.ref));
  return {
    locations: locations.filter(({ ref }) => named(batch.locations).has(ref)),
    rooms: rooms.filter(({ ref }) => named(batch.rooms).has(ref)),
    setups: setups.filter(({ ref }) => named(batch.setups).has(ref)),
  };
}

function changes({ locations, rooms, setups }: ImportPlan): Record<string, string> {
  const changed = [...locations, ...rooms, ...setups].filter(({ change }) => change !== 'none');
  return Object.fromEntries(changed.map(({ values, change }) => [values.ref, change]));
}

const rows = { ref: 'rows', name: 'Rows', capacity: 40, isDefault: true };
const circle = { ref: 'circle', name: 'Circle' };
const hall = { ref: 'hall', name: 'Hall', capacity: 40, setups: [rows, circle] };
const attic = { ref: 'attic', name: 'Attic' };
const harbour = { ref: 'harbour', name: 'Harbour', address: 'Street 1', rooms: [hall, attic] };
const hill = { ref: 'hill', name: 'Hill', address: 'Street 2' };
const bundle = [harbour, hill];
const stored = carriedOut(plan(bundle));

describe('planImport', () => {
  it('creates new records with their references', () => {
    const { locations, rooms, setups } = plan(bundle);
    expect(locations.map(({ id, change }) => [id, change])).toEqual([
      ['id0', 'create'],
      ['id1', 'create'],
    ]);
    expect(rooms.map(({ id, values }) => [id, values])).toEqual([
      ['id2', { ref: 'hall', locationId: 'id0', name: 'Hall', capacity: 40 }],
      ['id3', { ref: 'attic', locationId: 'id0', name: 'Attic', capacity: null }],
    ]);
    expect(setups.map(({ values }) => values)).toEqual([
      { ref: 'rows', roomId: 'id2', name: 'Rows', capacity: 40, isDefault: true },
      { ref: 'circle', roomId: 'id2', name: 'Circle', capacity: null, isDefault: false },
    ]);
  });

  it('updates only the location that has changed', () => {
    expect(changes(plan([harbour, { ...hill, address: 'Street 3' }], stored))).toEqual({ hill: 'update' });
  });

  it('treats an absent capacity as none', () => {
    const { capacity: _, ...plain } = hall;
    expect(changes(plan([{ ...harbour, rooms: [plain] }], stored))).toEqual({ hall: 'update' });
  });

  it('moves a room to another location and keeps its id', () => {
    const moved = plan(
      [
        { ...harbour, rooms: [hall] },
        { ...hill, rooms: [attic] },
      ],
      stored,
    );
    expect(changes(moved)).toEqual({ attic: 'update' });
    expect(moved.rooms.find(({ id }) => id === 'id3')?.values.locationId).toBe('id1');
  });

  it('updates the room of a setup that has changed', () => {
    const changed = { ...hall, setups: [rows, { ...circle, capacity: 12 }] };
    expect(changes(plan([{ ...harbour, rooms: [changed, attic] }], stored))).toEqual({
      hall: 'update',
      circle: 'update',
    });
  });

  it('updates both rooms of a setup that has moved', () => {
    const rooms = [
      { ...hall, setups: [rows] },
      { ...attic, setups: [circle] },
    ];
    const moved = plan([{ ...harbour, rooms }], stored);
    expect(changes(moved)).toEqual({ hall: 'update', attic: 'update', circle: 'update' });
    expect(moved.leftRoomIds).toEqual([]);
  });

  it('names a room outside the batch that loses a setup', () => {
    const moved = plan([{ ...harbour, rooms: [{ ...attic, setups: [circle] }] }], stored);
    expect(moved.leftRoomIds).toEqual(['id2']);
  });

  it('clears the previous default before another is set', () => {
    const setups = [
      { ...rows, isDefault: false },
      { ...circle, isDefault: true },
    ];
    const { releasedDefaults } = plan([{ ...harbour, rooms: [{ ...hall, setups }] }], stored);
    expect(releasedDefaults).toEqual({ setupIds: ['id4'], roomIds: ['id2'] });
  });

  it('changes nothing when a bundle is repeated, and keeps every id', () => {
    fc.assert(
      fc.property(bundles(), (records) => {
        const first = plan(records);
        const again = plan(records, carriedOut(first), 'other');
        expect(changes(again)).toEqual({});
        expect(again.leftRoomIds).toEqual([]);
        expect(again.releasedDefaults).toEqual({ setupIds: [], roomIds: [] });
        expect(again.rooms.map(({ id }) => id)).toEqual(first.rooms.map(({ id }) => id));
      }),
    );
  });

  it('produces the state of a later bundle, with at most one default per room', () => {
    fc.assert(
      fc.property(bundles(), bundles(), (before, after) => {
        const database = carriedOut(plan(before));
        const later = carriedOut(plan(after, withRefsOf(after, database), 'new'), database);
        const defaults = later.setups.filter(({ isDefault }) => isDefault).map(({ roomId }) => roomId);
        expect(new Set(defaults).size).toBe(defaults.length);
        expect(changes(plan(after, withRefsOf(after, later)))).toEqual({});
      }),
    );
  });
});

/** Bundles that share refs, so that records match. */
function bundles(): fc.Arbitrary<LocationInit[]> {
  const capacity = fc.option(fc.nat(100), { nil: undefined });
  const rooms = fc.uniqueArray(fc.record({ ref: refs('r'), name: names(), capacity }), { selector: ({ ref }) => ref });
  const setup = fc.record({ ref: refs('s'), name: names(), capacity });
  const setups = fc.uniqueArray(setup, { selector: ({ ref }) => ref });
  const locations = fc.uniqueArray(fc.record({ ref: refs('l'), name: names(), address: names() }), {
    selector: ({ ref }) => ref,
    minLength: 1,
  });
  return fc
    .tuple(locations, rooms, setups, fc.infiniteStream(fc.nat(1000)))
    .map(([all, itsRooms, itsSetups, draws]) => {
      const draw = <T>(from: readonly T[]): T => from[(draws.next().value ?? 0) % from.length] as T;
      const built = all.map((location) => ({ ...location, rooms: [] as (typeof itsRooms)[number][] }));
      const builtRooms = itsRooms.map((room) => ({ ...room, setups: [] as object[] }));
      for (const room of builtRooms) draw(built).rooms.push(room);
      for (const each of builtRooms.length > 0 ? itsSetups : []) {
        const room = draw(builtRooms);
        room.setups.push({ ...each, isDefault: room.setups.length === 0 && draw([true, false]) });
      }
      return built as LocationInit[];
    });
}

function refs(prefix: string): fc.Arbitrary<string> {
  return fc.nat(6).map((n) => `${prefix}${n}`);
}

function names(): fc.Arbitrary<string> {
  return fc.constantFrom('A', 'B', 'C');
}
