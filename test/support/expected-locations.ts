import type { TestLocations } from './test-locations.ts';

/** A location as reads show it. */
export function expectedLocation(locations: TestLocations, name: 'hill' | 'harbour') {
  return name === 'hill'
    ? {
        id: locations.id('locations/hill'),
        name: 'Hill',
        address: 'Street 2',
        institutionId: locations.school.id,
        _count: { rooms: 1 },
      }
    : {
        id: locations.id('locations/harbour'),
        name: 'Harbour',
        address: 'Street 1',
        institutionId: locations.school.id,
        _count: { rooms: 2 },
      };
}

/** The room `hall` as reads show it. */
export function expectedHall(locations: TestLocations) {
  return {
    id: locations.id('rooms/hall'),
    name: 'Hall',
    locationId: locations.id('locations/harbour'),
    institutionId: locations.school.id,
    capacity: 40,
    isArchived: false,
    setups: [
      { id: locations.id('setups/circle'), name: 'Circle', capacity: null, isDefault: false },
      { id: locations.id('setups/rows'), name: 'Rows', capacity: 36, isDefault: true },
    ],
    createdAt: '2026-10-05T08:00:00.000Z',
    updatedAt: '2026-10-05T08:00:00.000Z',
  };
}
