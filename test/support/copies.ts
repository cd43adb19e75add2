import type { TestAnswer } from './test-messages.ts';
import { untilTrue } from './truth.ts';

/** Reads a path; undefined if the read has failed, or the copying program was killed meanwhile. */
export type Read = (path: string, query?: Readonly<Record<string, string>>) => Promise<TestAnswer | undefined>;

interface Shown {
  readonly id: string;
  readonly updatedAt: string;
}

/** Records as the API shows them, by their ids. */
type Records = ReadonlyMap<string, Shown>;

/**
 * A copy of a list that follows it with `updatedSince`, as the guide says. It keeps its records and the instant to
 * send, whatever fails.
 */
export class ListCopy {
  readonly #records = new Map<string, Shown>();
  readonly #read: Read;
  readonly #path: string;
  #updatedSince: string | undefined;

  constructor(path: string, read: Read) {
    this.#path = path;
    this.#read = read;
  }

  get records(): Records {
    return this.#records;
  }

  /** Takes what has changed; returns whether all of it was read. */
  async follow(): Promise<boolean> {
    const walk = this.#updatedSince === undefined ? {} : { updatedSince: this.#updatedSince };
    let next: string | undefined;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const answer = await this.#read(this.#path, { limit: '100', ...walk, ...(cursor && { cursor }) });
      if (!answer) return false;
      const { data, meta, pagination } = answer.body;
      for (const record of data) this.#records.set(record.id, record);
      next ??= meta.nextUpdatedSince;
      cursor = pagination.next_cursor;
    }
    this.#updatedSince = next;
    return true;
  }
}

/**
 * A copy of a list that follows it with the feed: it begins at the feed's end, reads the list, and then each record
 * that an event names.
 */
export class FeedCopy {
  readonly #list: ListCopy;
  readonly #records = new Map<string, Shown>();
  readonly #read: Read;
  readonly #resourceType: string;
  #cursor: string | undefined;
  #isWhole = false;

  constructor(path: string, resourceType: string, read: Read) {
    this.#list = new ListCopy(path, read);
    this.#resourceType = resourceType;
    this.#read = read;
  }

  get records(): Records {
    return new Map([...this.#list.records, ...this.#records]);
  }

  /** Takes what the feed shows; returns whether all of it was read. */
  async follow(): Promise<boolean> {
    const events = (position: Readonly<Record<string, string>>) =>
      this.#read('/events', { resourceType: this.#resourceType, ...position });
    this.#cursor ??= (await events({ position: 'latest' }))?.body.pagination.next_cursor;
    this.#isWhole ||= this.#cursor !== undefined && (await this.#list.follow());
    while (this.#isWhole && this.#cursor !== undefined) {
      const page = await events({ cursor: this.#cursor, limit: '100' });
      if (!page) return false;
      const paths = new Set<string>(page.body.data.map((event: Event) => event.resource.path));
      const read = await Promise.all([...paths].map((path) => this.#read(path.replace('/api/v4', ''))));
      for (const record of read) if (record) this.#records.set(record.body.data.id, record.body.data);
      if (read.includes(undefined)) return false;
      this.#cursor = page.body.pagination.next_cursor;
      if (!page.body.pagination.has_more) return true;
    }
    return false;
  }
}

interface Event {
  readonly resource: { readonly path: string };
}

/** A copy of each kind, and what they are compared with. */
export class Copies {
  readonly #read: Read;
  readonly #path: string;
  readonly #list: ListCopy;
  readonly #feed: FeedCopy;
  #round: Promise<void> | undefined;

  /** @param read a read that has failed is made again by the next round */
  constructor(path: string, resourceType: string, read: Read) {
    this.#path = path;
    this.#read = read;
    this.#list = new ListCopy(path, read);
    this.#feed = new FeedCopy(path, resourceType, read);
  }

  /** Takes what has changed; joins a round that is under way. */
  follow(): Promise<void> {
    this.#round ??= this.#follow().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  /** Follows until both copies equal what the list shows. Others may write meanwhile. Throws what differs. */
  converge(): Promise<void> {
    return untilTrue({ name: 'copies that equal the list', differences: () => this.#differences() });
  }

  async #follow(): Promise<void> {
    await this.#list.follow();
    await this.#feed.follow();
  }

  async #differences(): Promise<string[] | undefined> {
    const truth = new ListCopy(this.#path, this.#read);
    if (!(await truth.follow())) return undefined;
    // It may have begun before the list was read.
    await this.#round;
    await this.follow();
    return [['list', this.#list] as const, ['feed', this.#feed] as const].flatMap(([name, copy]) => {
      const { stale, missing } = differencesOf(copy.records, truth.records);
      if (stale.length + missing.length === 0) return [];
      return [`the copy by ${name}: ${stale.length} stale, ${missing.length} missing of ${truth.records.size}`];
    });
  }
}

/** What a copy shows as it was before a list was read, and what it lacks. It may show later changes. */
export function differencesOf(copy: Records, list: Records) {
  const isOld = (record: Shown) => {
    const copied = copy.get(record.id);
    return !copied || (copied.updatedAt <= record.updatedAt && JSON.stringify(copied) !== JSON.stringify(record));
  };
  const wrong = [...list.values()].filter(isOld).map(({ id }) => id);
  return { stale: wrong.filter((id) => copy.has(id)), missing: wrong.filter((id) => !copy.has(id)) };
}

export const NO_DIFFERENCES = { stale: [], missing: [] };
