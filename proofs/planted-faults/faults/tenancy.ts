import type { Fault } from '../fault.ts';

/** Reads of each service that forget the institution. */
export const tenancy: readonly Fault[] = [
  {
    name: 'A user of another institution is found by id',
    file: 'services/directory/store/users.ts',
    find: "const BY_ID = findBy(users, ['institutionId', 'id'], USER_STATE);",
    replace: "const BY_ID = findBy(users, ['id'], USER_STATE);",
  },
  {
    name: 'A course of another institution can be attached to an appointment',
    file: 'services/directory/store/courses.ts',
    find: 'c.institution_id = ${$.institutionId}',
    replace: 'c.institution_id <> ${$.institutionId}',
  },
  {
    name: 'A room of another institution can be booked',
    file: 'services/locations/store/rooms.ts',
    find: 'WHERE r.institution_id = ${$.institutionId} AND r.id = ANY(${$.ids})',
    replace: 'WHERE ${$.institutionId}::uuid IS NOT NULL AND r.id = ANY(${$.ids})',
  },
  {
    name: 'The list of appointments shows those of all institutions',
    file: 'services/scheduling/store/appointment-lists.ts',
    find: 'WHERE institution_id = ${$.institutionId} AND deleted_at IS NULL AND (date_time, id)',
    replace: 'WHERE ${$.institutionId}::uuid IS NOT NULL AND deleted_at IS NULL AND (date_time, id)',
  },
  {
    name: 'A timestamp template of another institution can be used',
    file: 'services/timetracking/store/templates.ts',
    find: "findBy(timestampTemplates, ['institutionId', 'id'], SHOWN)",
    replace: "findBy(timestampTemplates, ['id'], SHOWN)",
  },
  {
    name: 'A program of another institution is found by id',
    file: 'services/curricula/store/programs.ts',
    find: 'FROM programs p\n   WHERE p.institution_id = k.institution_id AND p.id = k.id',
    replace: 'FROM programs p\n   WHERE p.id = k.id',
  },
  {
    name: 'A webhook endpoint of another institution is found by id',
    file: 'services/webhooks/store/endpoints.ts',
    find: "const BY_ID = findBy(endpoints, ['institutionId', 'id'], STATE);",
    replace: "const BY_ID = findBy(endpoints, ['id'], STATE);",
  },
  {
    name: 'A user group of another institution is found by id',
    file: 'services/directory/store/user-groups.ts',
    find: "const BY_ID = findBy(userGroups, ['institutionId', 'id'], SHOWN);",
    replace: "const BY_ID = findBy(userGroups, ['id'], SHOWN);",
  },
  {
    name: 'A user of another institution brings their groups along',
    file: 'services/directory/store/user-groups.ts',
    find: 'WHERE m.institution_id = k.institution_id AND m.user_id = k.user_id ORDER',
    replace: 'WHERE m.user_id = k.user_id ORDER',
  },
];
