import type { DescMethodUnary } from '@bufbuild/protobuf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../../../platform/core/access.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { Access } from '../../../proto/gen/lyceum/common/v1/access_pb.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { identity } from '../../identity/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

/** What a calendar feed's signed identity allows, regardless of its holder. */
const { getCalendarVersion, listCalendarEntries } = AppointmentService.method;
let service: TestService;
let school: School;
let target: string;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, identity, locations] });
  school = await School.open(service);
  target = school.id('users/ben');
  await school.create({ organizerIds: [target] });
});
afterAll(() => service.stop());

const filters = { course: 'courseId', room: 'roomId', organizer: 'organizerId', user: 'personId' } as const;
const as = (of: keyof typeof filters, id = target) =>
  service.call({
    kind: 'feed',
    institutionId: school.institutionId,
    feedId: systemIds.newId(),
    scope: { of, id },
  });
const FORBIDDEN = { code: 'CALLER_FORBIDDEN' };
const methods = [directory, identity, locations, scheduling].flatMap(({ implementations }) =>
  implementations.flatMap(({ service: { methods: all } }) => all as DescMethodUnary[]),
);
const opened = methods.filter((method) => accessOf(method).has(Access.CALENDAR));

it('allows only a few reads', () => {
  expect(opened.map(({ localName }) => localName).sort()).toEqual([
    'batchGetRooms',
    'batchGetUsers',
    'getCalendarVersion',
    'getInstitution',
    'listCalendarEntries',
    'listUserGroupIds',
    'resolveCalendarFeed',
  ]);
});

it.each(
  methods
    .filter((method) => !accessOf(method).has(Access.ANYONE) && !opened.includes(method))
    .map((method) => [`${method.parent.typeName}/${method.name}`, method] as const),
)('%s is refused', async (_, method) => {
  await expect(as('user')(method, {})).rejects.toMatchObject(FORBIDDEN);
});

describe.each(Object.keys(filters) as (keyof typeof filters)[])('for a %s', (of) => {
  const read = (name: 'courseId' | 'roomId' | 'organizerId' | 'userId' | 'personId', value: string) => {
    const filter = { case: name, value };
    return [
      () => as(of)(getCalendarVersion, { filter }),
      () => as(of)(listCalendarEntries, { filter, page: { size: 10 } }),
    ];
  };

  it('shows its own calendar, and no other of the same kind or id', async () => {
    for (const own of read(filters[of], target)) await own();
    for (const name of [...Object.values(filters), 'userId'] as const) {
      for (const other of [...read(name, systemIds.newId()), ...(name === filters[of] ? [] : read(name, target))])
        await expect(other()).rejects.toMatchObject(FORBIDDEN);
    }
  });
});

it('shows only what calendars show of users', async () => {
  const { users } = await as('user')(UserService.method.batchGetUsers, { ids: [target], isSummary: false });
  const { users: summaries } = await school.call(UserService.method.batchGetUsers, { ids: [target], isSummary: true });
  expect(users).toEqual(summaries);
});

it('tells the groups of its own person only', async () => {
  const userId = school.id('users/cleo');
  const { ids } = await as('user')(UserGroupService.method.listUserGroupIds, { userId: target });
  expect(ids).toEqual([school.id('userGroups/choir')]);
  for (const other of [() => as('user'), () => as('course', userId), () => as('organizer', userId)])
    await expect(other()(UserGroupService.method.listUserGroupIds, { userId })).rejects.toMatchObject(FORBIDDEN);
});

it('gives no access to another institution', async () => {
  const other = await School.open(service);
  const filter = { case: 'personId', value: target } as const;
  const stranger = service.call({
    kind: 'feed',
    institutionId: other.institutionId,
    feedId: systemIds.newId(),
    scope: { of: 'user', id: target },
  });
  const { entries } = await stranger(listCalendarEntries, { filter, page: { size: 10 } });
  expect(entries).toEqual([]);
  expect((await as('user')(listCalendarEntries, { filter, page: { size: 10 } })).entries).toHaveLength(1);
});

it('ends with its feed where the feed is checked', async () => {
  await expect(as('user')(CalendarFeedService.method.resolveCalendarFeed, {})).rejects.toMatchObject({
    code: 'CALENDAR_FEED_NOT_FOUND',
  });
});
