import type { School } from '../fleet/school.ts';
import { Creates } from './creates.ts';
import { FeedReader } from './feed-reader.ts';
import type { Integrator } from './integrator.ts';
import type { Write } from './journal.ts';
import type { MemberDay } from './member-day.ts';
import { READS } from './reads.ts';

/** A steady mix of requests. Each begins when its time has come, whatever has become of those before it, as requests of many clients do. */
export class Traffic {
  readonly feed: FeedReader;
  readonly #integrator: Integrator;
  readonly #school: School;
  readonly #creates: Creates;
  readonly #idle: MemberDay[];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #pace: number;
  #turn = 0;

  /** @param pace how fast, 1 being some fifty requests a second */
  constructor(integrator: Integrator, school: School, pace: number) {
    this.#pace = pace;
    this.#integrator = integrator;
    this.#school = school;
    this.#creates = new Creates(school);
    this.feed = new FeedReader(integrator, this.#client());
    this.#idle = [...this.#creates.days];
  }

  begin(): void {
    for (const [kind, read] of READS) {
      this.#every(kind === 'get user' ? OFTEN_MS : READ_MS, () =>
        read(this.#integrator, this.#client(), this.#school, this.#turn),
      );
    }
    this.#every(READ_MS, () => this.feed.next());
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

  /** Makes all clients known to all gateways. */
  async introduceAll(): Promise<void> {
    for (const client of this.#school.clients) await this.#integrator.introduce(client);
  }

  /** Begins nothing more, and waits for what is under way; what is refused for the moment then is given up after a while. */
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
      // A fault of the suite itself is seen by whoever waits for the end.
      request.then(
        () => this.#running.delete(request),
        () => undefined,
      );
    }, ms / this.#pace);
    this.#timers.push(timer);
  }

  /** A member has one punch at a time under way, and makes no other before that has succeeded. */
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
const WRITE_MS = 350;
const BULK_MS = 700;
const LAST_TRIES_MS = 20_000;
