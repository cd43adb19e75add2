import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ImportedRecord } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import type { ImportLocationsRequestSchema } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';

export type Records = NonNullable<MessageInitShape<typeof ImportLocationsRequestSchema>['records']>;

/** Two locations; the hall has two setups, the attic none. Names are out of order, and one is not ASCII. */
export const bundle: Records = [
  {
    ref: 'hill',
    name: 'Hill',
    address: 'Street 2',
    rooms: [{ ref: 'attic', name: 'attic' }],
  },
  {
    ref: 'harbour',
    name: 'Harbour',
    address: 'Street 1',
    rooms: [
      {
        ref: 'hall',
        name: 'Hall',
        capacity: 40,
        setups: [
          { ref: 'rows', name: 'Rows', capacity: 36, isDefault: true },
          { ref: 'circle', name: 'Circle' },
        ],
      },
      { ref: 'cellar', name: 'Überraum', capacity: 0 },
    ],
  },
];

/** `section/ref` → id. */
export function idsOf(records: readonly ImportedRecord[]): Record<string, string> {
  return Object.fromEntries(records.map(({ section, ref, id }) => [`${section}/${ref}`, id]));
}
