import type { Fault } from '../fault.ts';

/** The rules of users, courses, rooms and appointments. */
export const records: readonly Fault[] = [
  {
    name: 'Emails that differ in composition only are different',
    file: 'platform/core/text-keys.ts',
    find: "return email.toLowerCase().normalize('NFC');",
    replace: 'return email.toLowerCase();',
  },
  {
    name: 'Two users of an institution may have one code',
    file: 'services/directory/store/migrations/0001_directory.sql',
    find: 'CREATE UNIQUE INDEX users_code ',
    replace: 'CREATE INDEX users_code ',
  },
  {
    name: 'A derived name does not follow first and last name',
    file: 'services/directory/domain/change-user.ts',
    find: 'nameIsOwn ? given.name : derivedName(user, firstName, lastName)',
    replace: 'given.name',
  },
  {
    name: 'A format of codes may have three tokens',
    file: 'services/directory/domain/code-format.ts',
    find: 'const TOKENS_AT_LEAST = 4;',
    replace: 'const TOKENS_AT_LEAST = 3;',
  },
  {
    name: 'An archived user is a member',
    file: 'services/directory/rpc/resolve-member.ts',
    find: 'return user?.isArchived && !(withArchived',
    replace: 'return user?.isArchived && !(true',
  },
  {
    name: 'Courses changed at the very instant of updatedSince are left out',
    file: 'libraries/typed-sql/filtered-list.ts',
    find: '${row}.updated_at >= ${value[name]}',
    replace: '${row}.updated_at > ${value[name]}',
  },
  {
    name: 'A room with exactly the required seats is not free',
    file: 'services/locations/store/bookable-rooms.ts',
    find: 'coalesce(w.seats, 0) >= ${$.capacity}',
    replace: 'coalesce(w.seats, 0) > ${$.capacity}',
  },
  {
    name: 'An archived room is free',
    file: 'services/locations/store/bookable-rooms.ts',
    find: ') way ON NOT r.is_archived',
    replace: ') way ON true',
  },
  {
    name: 'A booking that begins when another ends is a conflict',
    file: 'services/scheduling/store/room-bookings.ts',
    find: 'make_interval(mins => v.duration))`',
    replace: "make_interval(mins => v.duration), '[]')`",
  },
  {
    name: 'A deleted appointment keeps its rooms',
    file: 'services/scheduling/rpc/delete-appointment.ts',
    find: '    releaseAllRooms(tx, actor, deleted.id);\n',
    replace: '',
  },
  {
    name: 'An appointment in a room and online is online only',
    file: 'services/scheduling/domain/attendance.ts',
    find: 'isOnline: isOnline && !isPhysical,',
    replace: 'isOnline,',
  },
  {
    name: 'Any host that ends like a provider’s is that provider',
    file: 'services/scheduling/domain/provider.ts',
    find: 'host === domain || host.endsWith(`.${domain}`)',
    replace: 'host.endsWith(domain)',
  },
  {
    name: 'An archived user can organise an appointment',
    file: 'services/scheduling/domain/reference-faults.ts',
    find: 'known.users.get(id)?.isArchived === false',
    replace: 'known.users.has(id)',
  },
  {
    name: 'A moved appointment keeps its place in the lists of a course',
    file: 'services/scheduling/rpc/update-appointment.ts',
    find: '    if (!hasSameLinks(current, next)) replaceLinks(tx, actor, current, next);\n',
    replace: '',
  },
];
