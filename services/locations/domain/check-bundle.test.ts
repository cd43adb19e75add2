import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { LocationRecordSchema } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { checkBundle } from './check-bundle.ts';

function faultsOf(...records: MessageInitShape<typeof LocationRecordSchema>[]): string[] {
  return checkBundle(records.map((record) => create(LocationRecordSchema, record))).map(({ pointer }) => pointer);
}

describe('checkBundle', () => {
  it('accepts the same ref in different sections', () => {
    const rooms = [{ ref: 'a', name: 'A', setups: [{ ref: 'a', name: 'Rows', isDefault: true }] }];
    expect(faultsOf({ ref: 'a', name: 'A', address: 'Street 1', rooms })).toEqual([]);
  });

  it('names the later of two equal refs, across locations and rooms', () => {
    const room = (ref: string, ...setups: string[]) => ({
      ref,
      name: ref,
      setups: setups.map((setup) => ({ ref: setup, name: setup })),
    });
    expect(
      faultsOf(
        { ref: 'l', name: 'L', address: 'Street 1', rooms: [room('r1', 's1', 's2'), room('r1')] },
        { ref: 'l', name: 'M', address: 'Street 2', rooms: [room('r2', 's1')] },
      ),
    ).toEqual(['/records/0/rooms/1/ref', '/records/1/ref', '/records/1/rooms/0/setups/0/ref']);
  });

  it('names every default after a room’s first', () => {
    const setups = [true, false, true, true].map((isDefault, n) => ({ ref: `s${n}`, name: 'Rows', isDefault }));
    expect(faultsOf({ ref: 'l', name: 'L', address: 'Street 1', rooms: [{ ref: 'r', name: 'R', setups }] })).toEqual([
      '/records/0/rooms/0/setups/2/isDefault',
      '/records/0/rooms/0/setups/3/isDefault',
    ]);
  });
});
