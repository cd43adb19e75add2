import type { LooseRecords } from '../import-records.ts';

/** Two locations; the hall has two setups, the attic none. Names are out of order, and one is not ASCII. */
export const bundle: LooseRecords = [
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
