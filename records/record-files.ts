import type { ListEndpoint } from '../gateway/endpoint/endpoint.ts';
import type { ListCall, Position } from '../gateway/endpoint/endpoint-call.ts';
import { compileSerialiser } from '../gateway/endpoint/envelope.ts';
import { listAppointments } from '../gateway/routes/appointments/list.ts';
import { listCalendarDays } from '../gateway/routes/calendar-days/list.ts';
import { listPrograms } from '../gateway/routes/continuing-education/list.ts';
import { listCourses } from '../gateway/routes/courses/list.ts';
import { listCurricula } from '../gateway/routes/curricula/list.ts';
import { listEvents } from '../gateway/routes/events/list.ts';
import { listLocations } from '../gateway/routes/locations/list.ts';
import { listRooms } from '../gateway/routes/rooms/list.ts';
import { listUserGroups } from '../gateway/routes/user-groups/list.ts';
import { listUsers } from '../gateway/routes/users/list.ts';
import type { Call } from '../platform/calls/caller.ts';
import { present } from '../platform/core/present.ts';
import { InstitutionService } from '../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { BYTE_ORDER_MARK } from './csv.ts';
import { ALL_TIME, recordRows } from './hours.ts';

const LISTS: readonly ListEndpoint[] = [
  listUsers,
  listUserGroups,
  listCourses,
  listAppointments,
  listCurricula,
  listPrograms,
  listLocations,
  listRooms,
  listCalendarDays,
  listEvents,
];

/**
 * All records of an institution: as the API's lists show them, and the hours as the console exports them.
 * @param withTraces whether records name the requests that they come from; without, they name none
 */
export async function recordFiles(
  call: Call,
  { institutionId, withTraces }: { readonly institutionId: string; readonly withTraces: boolean },
): Promise<readonly RecordFile[]> {
  const { institution } = await call(InstitutionService.method.getInstitution, {});
  const timeZone = present(institution, 'institution').settings?.timeTrackingTimezone ?? 'UTC';
  const files = LISTS.map(
    (list) => new RecordFile(`api${list.path}.jsonl`, linesOf(list, { call, institutionId, withTraces })),
  );
  const hours = recordRows(call, { people: undefined, request: ALL_TIME, timeZone });
  return [...files, new RecordFile('api/hours.csv', hours, BYTE_ORDER_MARK)];
}

/** Records as a file that is made while it is read, some at a time: it may be of any size. */
class RecordFile {
  /** Of the member: `api/users.jsonl`. */
  readonly name: string;
  readonly #lines: AsyncIterable<readonly string[]>;
  readonly #mark: string;
  #rows = 0;

  /** @param mark before the lines, with which the names of columns follow */
  constructor(name: string, lines: AsyncIterable<readonly string[]>, mark = '') {
    this.name = name;
    this.#lines = lines;
    this.#mark = mark;
  }

  /** How many records have been read. */
  get rows(): number {
    return this.#rows;
  }

  async *content(): AsyncGenerator<Buffer> {
    this.#rows = this.#mark === '' ? 0 : -1;
    yield Buffer.from(this.#mark);
    for await (const lines of this.#lines) {
      this.#rows += lines.length;
      yield Buffer.from(lines.join(''));
    }
  }
}

interface Walk {
  readonly call: Call;
  readonly institutionId: string;
  readonly withTraces: boolean;
}

/** An item that names no request. */
function withoutTraces(item: object): object {
  return 'requestId' in item ? { ...item, requestId: null } : item;
}

/** The items of a list as its pages show them, a line each. */
async function* linesOf(list: ListEndpoint, { withTraces, ...own }: Walk): AsyncGenerator<readonly string[]> {
  const serialise = compileSerialiser(list.item);
  const shown = withTraces ? (item: object) => item : withoutTraces;
  const position = list.position as ((item: object) => Position) | undefined;
  const asked = { ...own, params: { id: '' }, publicUrl: noAddress, filters: {}, wants: () => true };
  const size = list.isEndless ? FEED_SIZE : PAGE_SIZE;
  for (let page: ListCall['page'] | undefined = { size }; page; ) {
    const { items, hasMore, ends, end } = await list.run({ ...asked, page });
    let lines: string[] = [];
    let last = end;
    let [count, characters] = [0, 0];
    for await (const item of items) {
      const line = `${serialise(shown(item))}\n`;
      lines.push(line);
      characters += line.length;
      last = end ?? position?.(item) ?? ends?.[count];
      count++;
      if (characters < TOGETHER) continue;
      yield lines;
      [lines, characters] = [[], 0];
    }
    yield lines;
    page = hasMore && last ? { size, after: last } : undefined;
  }
}

function noAddress(): never {
  throw new Error('a record shows the address of a gateway');
}

/** As many as services give at once. */
const PAGE_SIZE = 500;
const FEED_SIZE = 100;
/** How many characters of lines are held at once, unless one is longer. */
const TOGETHER = 1024 * 1024;
