import { systemClock } from '../../../platform/core/clock.ts';
import { DAY_MS, toInstantText } from '../../../platform/core/instant.ts';
import { type Listable, type Lyceum, ProblemError, type UserGroup } from '../../typescript/src/index.ts';

/** A record as the API's lists show it. */
export interface Copied {
  readonly id: string;
}

/** A record to read again. */
export interface Stale {
  readonly id: string;
  /** Of a log: whose it is. */
  readonly userId: string | null;
}

/** A part of a walk through all records of a kind. */
export interface Part {
  readonly items: readonly Copied[];
  /** Where the rest begins. */
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** Records of one kind: a table of the copy. */
export interface Kind {
  readonly name: string;
  /** Of the events about them. */
  readonly resource: string;
  /** What has a column of its own beside the whole record. */
  readonly properties: readonly string[];
  /** Whether records show names and more of others, which change with these and not by an event of their own. */
  readonly embeds: boolean;
  /** How many records to read again at once. */
  readonly atOnce: number;
  walk(cursor: string | undefined): AsyncIterable<Part>;
  /** Those of the records that exist. */
  read(stale: readonly Stale[]): Promise<readonly Copied[]>;
}

/** All kinds, in the order in which they are first copied. */
export function kindsOf(lyceum: Lyceum): readonly Kind[] {
  const { users, courses, locations, rooms, curricula, programs, appointments } = lyceum;
  const person = ['email', 'name', 'firstName', 'lastName', 'code', 'isArchived', 'erasedAt', 'updatedAt'];
  return [
    kind('users', 'user', person, users),
    groups(lyceum),
    kind('courses', 'course', ['layerId', 'code', 'name', 'isArchived', 'updatedAt'], courses),
    // A room changes the number of rooms of its location.
    kind('rooms', 'room', ['name', 'locationId', 'capacity', 'isArchived', 'updatedAt'], rooms),
    kind('locations', 'location', ['name', 'address'], locations),
    kind('curricula', 'curriculum', ['name', 'code', 'isArchived', 'updatedAt'], curricula),
    kind('programs', 'study_program', ['name', 'code', 'isArchived'], programs, true),
    kind(
      'appointments',
      'appointment',
      ['title', 'dateTime', 'duration', 'isOnline', 'roomId', 'location'],
      appointments,
      true,
    ),
    logs(lyceum),
  ];
}

interface ById extends Listable<Copied> {
  byIds(ids: Iterable<string>): AsyncIterable<Copied>;
}

function kind(name: string, resource: string, properties: readonly string[], list: ById, embeds = false): Kind {
  return {
    ...{ name, resource, properties, embeds, atOnce: PAGE },
    walk: (cursor) => list.list({ limit: PAGE, ...at(cursor) }).pages(),
    read: (stale) => Array.fromAsync(list.byIds(stale.map(({ id }) => id))),
  };
}

/** User groups are kept with the ids of their members. */
function groups({ userGroups }: Lyceum): Kind {
  const complete = (found: readonly UserGroup[]) =>
    Promise.all(
      found.map(async (group) => {
        const members = await Array.fromAsync(userGroups.members.list(group.id, { limit: PAGE, fields: ['id'] }));
        return { ...group, memberIds: members.map(({ id }) => id).sort() };
      }),
    );
  return {
    ...{
      name: 'user_groups',
      resource: 'user_group',
      properties: ['name', 'memberCount', 'updatedAt'],
      embeds: false,
      atOnce: FEW,
    },
    async *walk(cursor) {
      for await (const page of userGroups.list({ limit: FEW, ...at(cursor) }).pages())
        yield { ...page, items: await complete(page.items) };
    },
    read: async (stale) => complete(await Array.fromAsync(userGroups.byIds(stale.map(({ id }) => id)))),
  };
}

/** The finished time records. One that lies in two of the periods that a walk goes through comes twice. */
function logs({ timeTracking }: Lyceum): Kind {
  const timed = ['startTime', 'endTime', 'workedMinutes', 'pauseMinutes', 'autoClosed', 'correctedAt'];
  return {
    ...{ name: 'logs', resource: 'time_tracking_log' },
    properties: ['userId', ...timed, 'source', 'note', 'updatedAt'],
    embeds: false,
    atOnce: FEW,
    async *walk(cursor = FIRST_DAY) {
      const [begun = FIRST_DAY, place] = cursor.split(' ');
      // A period more than now, because the clock of this machine may be wrong.
      const end = systemClock.now() + PERIOD_MS;
      for (let from = begun; Date.parse(from) < end; ) {
        const to = toInstantText(Date.parse(from) + PERIOD_MS).slice(0, FIRST_DAY.length);
        const list = timeTracking.memberLogs.list({ from, to, limit: PAGE, ...at(from === begun ? place : undefined) });
        for await (const { items, nextCursor, hasMore } of list.pages())
          yield {
            items: items.filter(({ endTime }) => endTime !== null),
            nextCursor: hasMore ? `${from} ${nextCursor}` : to,
            hasMore: true,
          };
        from = to;
      }
      yield { items: [], nextCursor: null, hasMore: false };
    },
    async read(stale) {
      const reads = stale.map(async ({ id, userId }) =>
        userId === null ? [] : [(await timeTracking.logs.get(id, { userId })).data],
      );
      const read = await Promise.all(reads.map((each) => each.catch(noneIfGone)));
      return read.flat();
    },
  };
}

function noneIfGone(error: unknown): [] {
  if (isProblem(error, 'resource_not_found')) return [];
  throw error;
}

/** Whether the API answers with this code. */
export function isProblem(error: unknown, code: string): boolean {
  return error instanceof ProblemError && error.code === code;
}

const at = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

const PAGE = 100;
/** There are no earlier ones. */
const FIRST_DAY = '1970-01-01';
/** The longest that a list of logs may be of. */
const PERIOD_MS = 366 * DAY_MS;
/** Where each record costs a request of its own. */
const FEW = 10;

/** What a property is, which its name tells: texts, or else. */
export function typeOf(property: string): 'text' | 'integer' | 'boolean' | 'time' {
  if (/(At|Time)$/.test(property)) return 'time';
  if (/^is[A-Z]|^autoClosed$/.test(property)) return 'boolean';
  return /Minutes$|^(capacity|duration|memberCount)$/.test(property) ? 'integer' : 'text';
}

/** The columns of a kind, with the property of each. */
export function columnsOf({ properties }: Kind): ReadonlyMap<string, string> {
  return new Map(properties.map((each) => [each.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), each]));
}
