import type { Copies } from '../../../test/support/copies.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { School } from '../fleet/school.ts';
import { Creates } from './creates.ts';
import type { Integrator } from './integrator.ts';
import type { MemberDay } from './member-day.ts';
import { READS, read } from './reads.ts';

/**
 * A steady mix of requests. Each starts at its scheduled time, regardless of earlier ones, like requests of many
 * clients.
 */
export class Traffic {
  /** The ids of all events that a reader of the feed saw, in order. It stores nothing but the cursor. */
  readonly seen: string[] = [];
  readonly #copies: Copies;
  readonly #integrator: Integrator;
  readonly #school: School;
  readonly #creates: Creates;
  readonly #idle: MemberDay[];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #pace: number;
  readonly #feedClient: TestClient;
  #feedCursor: string | undefined;
  #reading: Promise<void> | undefined;
  #turn = 0;

  /** @param pace the rate; 1 is about fifty requests a second */
  constructor(integrator: Integrator, school: School, copies: Copies, pace: number) {
    this.#pace = pace;
    this.#integrator = integrator;
    this.#school = school;
    this.#creates = new Creates(school);
    this.#feedClient = this.#client();
    this.#copies = copies;
    this.#idle = [...this.#creates.days];
  }

  begin(): void {
    const [integrator, school] = [this.#integrator, this.#school];
    for (const each of READS) {
      this.#every(each.kind === 'get user' ? OFTEN_MS : READ_MS, () =>
        read(each, { integrator, client: this.#client(), school, turn: this.#turn }),
      );
    }
    this.#every(READ_MS, () => this.readFeed());
    this.#every(COPY_MS, () => this.#copies.follow());
    const creates = this.#creates;
    for (const kind of ['user', 'appointment', 'pathway', 'log'] as const)
      this.#every(WRITE_MS, () => integrator.write(creates[kind]()));
    this.#every(BULK_MS, () => integrator.write(creates.bulk()));
    this.#every(OFTEN_MS, () => this.#punch());
  }

  /** Reads to the end of the feed, or until a read fails. */
  readFeed(): Promise<void> {
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOn(): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const query = { limit: '20', ...(this.#feedCursor !== undefined && { cursor: this.#feedCursor }) };
      const answer = await this.#integrator.read('read feed', this.#feedClient, '/events', query);
      if (!answer) return;
      const { data, pagination } = answer.body;
      this.seen.push(...data.map(({ id }: { id: string }) => id));
      this.#feedCursor = pagination.next_cursor;
      hasMore = pagination.has_more;
    }
  }

  /** Has every gateway cache every client's credentials. */
  async introduceAll(): Promise<void> {
    for (const client of this.#school.clients) await this.#integrator.introduce(client);
  }

  /**
   * Starts nothing more, and waits for the requests in flight; transient failures are given up after a while from then
   * on.
   */
  async end(): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    const timeout = setTimeout(() => this.#integrator.stop(), LAST_TRIES_MS);
    await Promise.all(this.#running);
    clearTimeout(timeout);
  }

  #every(ms: number, begin: () => Promise<unknown> | undefined): void {
    const timer = setInterval(() => {
      this.#turn++;
      const request = begin();
      if (!request) return;
      this.#running.add(request);
      // An error in the suite itself surfaces when the end is awaited.
      request.then(
        () => this.#running.delete(request),
        () => undefined,
      );
    }, ms / this.#pace);
    this.#timers.push(timer);
  }

  /** A member has one punch in flight at a time, and makes no other before it has succeeded. */
  #punch(): Promise<unknown> | undefined {
    const day = this.#idle.shift();
    return day && this.#integrator.write(day.nextPunch(this.#client())).then((done) => done && this.#idle.push(day));
  }

  #client() {
    const { clients } = this.#school;
    return clients[this.#turn % clients.length] as (typeof clients)[number];
  }
}

const OFTEN_MS = 120;
const READ_MS = 300;
/** With two minutes of changes by list in several pages each time, half of the allowance of its client. */
const COPY_MS = 1_000;
const WRITE_MS = 350;
const BULK_MS = 700;
const LAST_TRIES_MS = 20_000;
