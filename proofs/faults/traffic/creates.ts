import { randomUUID } from 'node:crypto';
import type { TestAnswer } from '../../../test/support/test-messages.ts';
import type { School } from '../fleet/school.ts';
import type { Write } from './journal.ts';
import { MemberDay } from './member-day.ts';

/** What a kind of write has of its own. */
type Own = Pick<Write, 'kind' | 'path' | 'body' | 'marks' | 'eventType'> & Partial<Write>;

/**
 * Creates writes that succeed independently of other clients: each n-th write of a kind has its own client, record and
 * time.
 */
export class Creates {
  readonly #school: School;
  /** The days of the members who punch. */
  readonly days: readonly MemberDay[];
  #count = 0;

  constructor(school: School) {
    this.#school = school;
    this.days = school.memberIds.map((userId) => new MemberDay(userId));
  }

  user(): Write {
    const email = `${randomUUID()}@faults.example`;
    return this.#write({
      ...{ kind: 'create user', path: '/users', body: { email, name: 'Fault' } },
      ...{ marks: [`user ${email}`], eventType: 'lyceum.directory.v1.UserCreated' },
    });
  }

  appointment(): Write {
    const { layerIds, roomIds, memberIds } = this.#school;
    const title = `Fault ${randomUUID()}`;
    const member = this.#at(memberIds);
    const body = {
      ...{ title, dateTime: '2026-10-12T08:00:00Z', duration: 45, courseIds: [this.#at(layerIds)] },
      ...{ rooms: [{ roomId: this.#at(roomIds) }], userIds: [member], organizerIds: [member] },
    };
    return this.#write({
      ...{ kind: 'create appointment', path: '/appointments', body },
      ...{ marks: [`appointment ${title}`], eventType: 'lyceum.scheduling.v1.AppointmentCreated' },
    });
  }

  pathway(): Write {
    const name = `Fault ${randomUUID()}`;
    return this.#write({
      ...{ kind: 'create pathway', path: `${this.#at(this.#school.versionPaths)}/pathways` },
      ...{ body: { name, type: 'FIXED' }, marks: [`pathway ${name}`] },
      eventType: 'lyceum.curricula.v1.PathwayCreated',
    });
  }

  log(): Write {
    const day = this.#at(this.days);
    const { interval, mark } = day.nextInterval();
    const body = { userId: day.userId, ...interval };
    return this.#write({
      kind: 'create log',
      path: '/time-tracking/logs',
      body,
      marks: [mark],
      eventType: LOG_CREATED,
    });
  }

  bulk(): Write {
    const day = this.#at(this.days);
    const all = Array.from({ length: BULK_ITEMS }, () => day.nextInterval());
    const items = all.map(({ interval }) => interval);
    return this.#write({
      ...{ kind: 'bulk logs', path: '/time-tracking/logs/bulk', body: { userId: day.userId, items }, success: 200 },
      ...{ marks: all.map(({ mark }) => mark), eventType: LOG_CREATED },
      idsIn: ({ body }) => (body.data.created as { log: { id: string } }[]).map(({ log }) => log.id),
    });
  }

  #at<T>(all: readonly T[]): T {
    return all[this.#count % all.length] as T;
  }

  /**
   * Some clients give up early, and some send the same request twice at once: a fault could leave their keys half done.
   */
  #write(own: Own): Write {
    const client = this.#at(this.#school.clients);
    const count = this.#count++;
    return {
      ...{ client, maxTries: count % 3 === 0 ? 1 : Number.POSITIVE_INFINITY, twice: count % 10 === 1 },
      ...{ key: randomUUID(), success: 201, idsIn: ({ body }: TestAnswer) => [body.data.id] },
      ...own,
    };
  }
}

const LOG_CREATED = 'lyceum.timetracking.v1.LogCreated';
const BULK_ITEMS = 8;
