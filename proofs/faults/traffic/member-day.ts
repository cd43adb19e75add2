import { randomUUID } from 'node:crypto';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { Write } from './journal.ts';

/**
 * A member's time: intervals of past years for logs, and one day on which sessions follow one another, a punch a
 * minute.
 */
export class MemberDay {
  readonly userId: string;
  #intervals = 0;
  #punches = 0;

  constructor(userId: string) {
    this.userId = userId;
  }

  /** The next free minute of the past, and the mark of a log of it. */
  nextInterval() {
    const [startTime, endTime] = [0, 1].map((minute) =>
      textOf(LOGS_BEGIN + (this.#intervals * 2 + minute) * MINUTE_MS),
    );
    this.#intervals++;
    return { interval: { startTime, endTime }, mark: `log ${this.userId} ${startTime} ${endTime}` };
  }

  /** The next punch: start, pause, resume, stop, and so on. The previous one must have succeeded. */
  nextPunch(client: TestClient): Write {
    const count = this.#punches++;
    const punch = PUNCHES[count % PUNCHES.length] as (typeof PUNCHES)[number];
    const at = textOf(PUNCHES_BEGIN + count * MINUTE_MS);
    return {
      ...{ kind: 'punch', client, key: randomUUID(), maxTries: Number.POSITIVE_INFINITY, success: punch.success },
      ...{ path: `/time-tracking/sessions/${punch.name}`, body: { userId: this.userId, at } },
      ...{ marks: [`${punch.name} ${this.userId} ${at}`], eventType: `lyceum.timetracking.v1.${punch.event}` },
      idsIn: ({ body }) => [body.data.id],
    };
  }
}

const PUNCHES = [
  { name: 'start', success: 201, event: 'SessionStarted' },
  { name: 'pause', success: 200, event: 'SessionPaused' },
  { name: 'resume', success: 200, event: 'SessionResumed' },
  { name: 'stop', success: 200, event: 'SessionStopped' },
] as const;

const MINUTE_MS = 60_000;
const LOGS_BEGIN = Date.parse('2020-01-01T00:00:00Z');
/**
 * Midnight in the demo institution's time zone, in the past of every clock: the day has room for more punches than a
 * run makes.
 */
const PUNCHES_BEGIN = Date.parse('2024-10-06T22:00:00Z');

function textOf(ms: number): string {
  return new Date(ms).toISOString();
}
