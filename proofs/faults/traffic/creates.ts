import { randomUUID } from 'node:crypto';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { TestAnswer } from '../../../test/support/test-messages.ts';
import type { School } from '../fleet/school.ts';
import type { Write } from './journal.ts';
import { MemberDay } from './member-day.ts';

/**
 * Creates writes that succeed independently of other clients: each n-th write of a kind has its own client, record and
 * time.
 */
export class Creates {
  readonly #school: School;
  readonly #days: readonly MemberDay[];
  #count = 0;

  constructor(school: School) {
    this.#school = school;
    this.#days = school.memberIds.map((userId) => new MemberDay(userId));
  }

  /** The days of the members who punch. */
  get days(): readonly MemberDay[] {
    return this.#days;
  }

  user(): Write {
    const key = randomUUID();
    const email = `${key}@faults.example`;
    return {
      ...this.#next(),
      key,
      kind: 'create user',
      path: '/users',
      body: { email, name: 'Fault' },
      success: 201,
      marks: [`user ${email}`],
      eventType: 'lyceum.directory.v1.UserCreated',
      idsIn: idOfData,
    };
  }

  appointment(): Write {
    const { layerIds, roomIds, memberIds } = this.#school;
    const key = randomUUID();
    return {
      ...this.#next(),
      key,
      kind: 'create appointment',
      path: '/appointments',
      body: {
        title: `Fault ${key}`,
        dateTime: '2026-10-12T08:00:00Z',
        duration: 45,
        courseIds: [at(layerIds, this.#count)],
        rooms: [{ roomId: at(roomIds, this.#count) }],
        userIds: [at(memberIds, this.#count)],
        organizerIds: [at(memberIds, this.#count)],
      },
      success: 201,
      marks: [`appointment Fault ${key}`],
      eventType: 'lyceum.scheduling.v1.AppointmentCreated',
      idsIn: idOfData,
    };
  }

  pathway(): Write {
    const key = randomUUID();
    return {
      ...this.#next(),
      key,
      kind: 'create pathway',
      path: `${at(this.#school.versionPaths, this.#count)}/pathways`,
      body: { name: `Fault ${key}`, type: 'FIXED' },
      success: 201,
      marks: [`pathway Fault ${key}`],
      eventType: 'lyceum.curricula.v1.PathwayCreated',
      idsIn: idOfData,
    };
  }

  log(): Write {
    const day = at(this.#days, this.#count);
    const interval = day.nextInterval();
    return {
      ...this.#next(),
      key: randomUUID(),
      kind: 'create log',
      path: '/time-tracking/logs',
      body: { userId: day.userId, ...interval },
      success: 201,
      marks: [day.logMark(interval)],
      eventType: LOG_CREATED,
      idsIn: idOfData,
    };
  }

  bulk(): Write {
    const day = at(this.#days, this.#count);
    const items = Array.from({ length: BULK_ITEMS }, () => day.nextInterval());
    return {
      ...this.#next(),
      key: randomUUID(),
      kind: 'bulk logs',
      path: '/time-tracking/logs/bulk',
      body: { userId: day.userId, items },
      success: 200,
      marks: items.map((interval) => day.logMark(interval)),
      eventType: LOG_CREATED,
      idsIn: ({ body }) => (body.data.created as { log: { id: string } }[]).map(({ log }) => log.id),
    };
  }

  /**
   * Some clients give up early, and some send the same request twice at once: a fault could leave their keys half done.
   */
  #next(): { client: TestClient; maxTries: number; twice: boolean } {
    const count = this.#count++;
    return {
      client: at(this.#school.clients, count),
      maxTries: count % 3 === 0 ? 1 : Number.POSITIVE_INFINITY,
      twice: count % 10 === 1,
    };
  }
}

const LOG_CREATED = 'lyceum.timetracking.v1.LogCreated';
const BULK_ITEMS = 8;

function idOfData({ body }: TestAnswer): string[] {
  return [body.data.id];
}

function at<T>(all: readonly T[], index: number): T {
  return all[index % all.length] as T;
}
