import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { changeSettings } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import type { TestInstitution, TestSystem } from '../../support/test-system.ts';
import { Member } from '../member.ts';
import { daysAround, hoursShown } from '../reference/hours.ts';
import type { ReferenceRecord, ReferenceState } from '../reference/records.ts';
import type { Action } from './actions.ts';
import type { CalendarWindow } from './calendar-windows.ts';
import { checkInvariants } from './invariants.ts';
import { type RandomRequest, type RequestAction, randomRequest } from './random-request.ts';
import { nothingSeen, type Seen } from './seen.ts';
import { spelledMember } from './spelling.ts';

/** A sent request, with the member's reads before and after it. */
export interface Exchange {
  readonly request: RandomRequest;
  readonly answer: TestAnswer;
  readonly before: Seen;
  readonly after: Seen;
}

/** One member of an institution, the target of random requests through the gateway. */
export class MemberRun {
  readonly #system: TestSystem;
  readonly #school: TestInstitution;
  readonly #member: Member;
  readonly #window: CalendarWindow;
  /** Successful requests with a key. */
  readonly #done: { path: string; json: object; key: string; text: string }[] = [];
  /** Of the last refused request: it is free for another. */
  #freeKey: string | undefined;
  #seen: Seen = nothingSeen;

  private constructor(system: TestSystem, school: TestInstitution, member: Member, window: CalendarWindow) {
    this.#system = system;
    this.#school = school;
    this.#member = member;
    this.#window = window;
  }

  /** A new member, in the window's zone. */
  static async begin(system: TestSystem, school: TestInstitution, window: CalendarWindow): Promise<MemberRun> {
    const run = new MemberRun(system, school, await Member.create(school.client), window);
    await run.changeZone(window.zone);
    return run;
  }

  get seen(): Seen {
    return this.#seen;
  }

  /** Advances the clock until no cache has the former zone, and the rate limit's minute is over. */
  async changeZone(zone: string | null): Promise<void> {
    // An operator's calls have a minute, all of them together.
    const operator = this.#system.operator(this.#school.id);
    await changeSettings(
      { ...this.#school, operator },
      zone === null ? { unset: ['time_tracking_timezone'] } : { timeTrackingTimezone: zone },
    );
    this.#system.clock.advance(61_000);
  }

  async send(action: RequestAction): Promise<Exchange> {
    const before = this.#seen;
    const request = randomRequest(action, {
      window: this.#window,
      seen: before,
      now: this.#system.clock.now(),
    });
    const json = { ...spelledMember(this.#member, action.spelling), ...request.json };
    const path = `/time-tracking${request.path}`;
    const answer = request.method === 'PATCH' ? await this.#patch(path, json) : await this.#post(path, json);
    this.#seen = await this.#member.state();
    return { request, answer, before, after: this.#seen };
  }

  /** Repeats one of the requests that have succeeded, if there is one: it answers as it did, and nothing changes. */
  async replay({ request }: Extract<Action, { kind: 'replay' }>): Promise<void> {
    const first = this.#done[request % Math.max(this.#done.length, 1)];
    if (!first) return;
    const again = await this.#member.client.post(first.path, first.json, { key: first.key });
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', first.text]);
    expect(await this.#member.state()).toEqual(this.#seen);
  }

  /**
   * Clocks out at the services' own time, as soon as that has passed the session's last event: within a day.
   * @param open the session as the reference has it
   */
  async closeSession(open: ReferenceRecord): Promise<void> {
    const { clock } = this.#system;
    expect(open.lastEvent - clock.now()).toBeLessThanOrEqual(DAY_MS);
    clock.advance(Math.max(open.lastEvent - clock.now(), 0) + 61_000);
    const answer = await this.#member.stop();
    expect([answer.status, answer.body.data?.id]).toEqual([200, open.id]);
    this.#seen = await this.#member.state();
    expect(this.#seen.active).toBeNull();
    checkInvariants(this.#seen);
  }

  /** Compares the hours of the days around the window with the reference's. */
  async compareHours(state: ReferenceState): Promise<void> {
    const { client, userId } = this.#member;
    const days = daysAround(state);
    const answer = await client.get('/time-tracking/totals', { query: { userId, ...days } });
    expect([answer.status, answer.body.data]).toEqual([200, { userId, ...hoursShown(state, days) }]);
  }

  /** Repeats all of them. */
  async replayAll(): Promise<void> {
    for (let request = 0; request < this.#done.length; request++) await this.replay({ kind: 'replay', request });
  }

  async #post(path: string, json: object): Promise<TestAnswer> {
    const key = this.#freeKey ?? randomUUID();
    const answer = await this.#member.client.post(path, json, { key });
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
    const succeeded = answer.status < 300;
    if (succeeded) this.#done.push({ path, json, key, text: answer.text });
    this.#freeKey = succeeded ? undefined : key;
    return answer;
  }

  /** With the tag of the log as it is, which afterwards is stale if anything has changed. */
  async #patch(path: string, json: object): Promise<TestAnswer> {
    const { client, userId } = this.#member;
    const read = await client.get(path, { query: { userId } });
    const ifMatch = read.headers.get('etag') ?? '*';
    const answer = await client.patch(path, json, { ifMatch });
    if (read.status !== 200) expect(answer.status).toBe(404);
    if (answer.status === 200 && answer.headers.get('etag') !== ifMatch) {
      expect((await client.patch(path, json, { ifMatch })).status).toBe(412);
    }
    return answer;
  }
}
