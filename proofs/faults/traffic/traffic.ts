import { Copies, type Read } from '../../../test/support/copies.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { School } from '../fleet/school.ts';
import { Creates } from './creates.ts';
import { FeedReader } from './feed-reader.ts';
import type { Integrator } from './integrator.ts';
import type { Write } from './journal.ts';
import type { MemberDay } from './member-day.ts';
import { READS } from './reads.ts';

/**
 * A steady mix of requests. Each starts at its scheduled time, regardless of earlier ones, like requests of many
 * clients.
 */
export class Traffic {
  readonly feed: FeedReader;
  /** Of the users, by list and by feed. */
  readonly copies: Copies;
  readonly #integrator: Integrator;
  readonly #school: School;
  readonly #creates: Creates;
  readonly #idle: MemberDay[];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #pace: number;
  #turn = 0;

  /** @param pace the rate; 1 is about fifty requests a second */
  constructor(integrator: Integrator, school: School, pace: number) {
    this.#pace = pace;
    this.#integrator = integrator;
    this.#school = school;
    this.#creates = new Creates(school);
    this.feed = new FeedReader(integrator, this.#client());
    this.copies = new Copies('/users', 'user', readForCopies(integrator, school));
    this.#idle = [...this.#creates.days];
  }

  begin(): void {
    for (const [kind, read] of READS) {
      this.#every(kind === 'get user' ? OFTEN_MS : READ_MS, () =>
        read(this.#integrator, this.#client(), this.#school, this.#turn),
      );
    }
    this.#every(READ_MS, () => this.feed.next());
    this.#every(COPY_MS, () => this.copies.follow());
    const creates = this.#creates;
    const writes: readonly (() => Write)[] = [
      () => creates.user(),
      () => creates.appointment(),
      () => creates.pathway(),
      () => creates.log(),
    ];
    for (const make of writes) this.#every(WRITE_MS, () => this.#integrator.write(make()));
    this.#every(BULK_MS, () => this.#integrator.write(creates.bulk()));
    this.#every(OFTEN_MS, () => this.#punch());
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

/** A cursor belongs to its client, so one client reads all lists, and the others single records. */
function readForCopies(integrator: Integrator, { clients }: School): Read {
  const [lister, ...readers] = clients as [TestClient, ...TestClient[]];
  let turn = 0;
  return (path, query) => {
    if (path === '/users') return integrator.read('list users', lister, path, query);
    if (path === '/events') return integrator.read('read feed', lister, path, query);
    return integrator.read('get user', readers[turn++ % readers.length] as TestClient, path, query);
  };
}

const OFTEN_MS = 120;
const READ_MS = 300;
/** With two minutes of changes in several pages each time, half of the allowance of its client. */
const COPY_MS = 1_000;
const WRITE_MS = 350;
const BULK_MS = 700;
const LAST_TRIES_MS = 20_000;
