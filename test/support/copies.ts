import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type ClientOptions,
  createClient,
  type Lyceum,
  LyceumError,
  type User,
} from '../../clients/typescript/src/index.ts';
import { type AreaName, grantOf } from '../../platform/core/grant.ts';
import { placeInFile } from './copy-places.ts';
import { KeptCopy } from './kept-copy.ts';
import type { Operator } from './operator.ts';
import { untilTrue } from './truth.ts';

/** A copy of the users by the loops of the guide: by list, or by the feed behind a walk through the list. */
export class CopyByHand {
  readonly users = new Map<string, User>();
  readonly #lyceum: Lyceum;
  readonly #stored: () => void;
  #saved: { readonly updatedSince?: string | undefined; readonly cursor?: string | undefined } = {};
  #at: { readonly position: 'latest' } | { readonly cursor: string } = { position: 'latest' };

  /** @param stored called after each part that was stored; may throw, as if the program were killed */
  constructor(options: ClientOptions, stored: () => void = () => undefined) {
    this.#lyceum = createClient(options);
    this.#stored = stored;
  }

  /** Takes what has changed since the last whole walk through the list. */
  async byList(): Promise<void> {
    const changes = this.#lyceum.users.changes({ limit: 100, ...this.#saved });
    for await (const { items, nextCursor } of changes.pages()) {
      this.#store(items);
      this.#saved = { ...this.#saved, cursor: nextCursor ?? undefined };
    }
    this.#saved = { updatedSince: changes.nextUpdatedSince };
  }

  /** Takes what the feed names; the first time, only its end as the place to go on from. */
  async byFeed(): Promise<void> {
    const { users, events } = this.#lyceum;
    for await (const page of events.list({ types: 'user.created,user.updated', limit: 100, ...this.#at }).pages()) {
      this.#store(await Array.fromAsync(users.byIds(page.items.map(({ resource }) => resource.id))));
      if (page.nextCursor) this.#at = { cursor: page.nextCursor };
    }
  }

  #store(users: readonly User[]): void {
    for (const user of users) this.users.set(user.id, user);
    this.#stored();
  }
}

interface CopiesOptions {
  readonly operator: Operator;
  readonly institutionId: string;
  /** Of the gateways. Requests, or runs of `sync`, go to one after the other, whichever has made the cursor. */
  readonly urls: readonly string[];
  /** Of the records that are copied. */
  readonly areas: readonly AreaName[];
  readonly folder: string;
}

/** A copy that `sync` keeps, and one of the users by list and hand. `sync --check` judges the one, and it the other. */
export class Copies {
  readonly #kept: KeptCopy;
  readonly #byHand: CopyByHand;
  #round: Promise<unknown> | undefined;

  private constructor(kept: KeptCopy, byHand: CopyByHand) {
    this.#kept = kept;
    this.#byHand = byHand;
  }

  static async open({ operator, institutionId, urls, areas, folder }: CopiesOptions): Promise<Copies> {
    const [baseUrl = ''] = urls;
    let turn = 0;
    const next = () => urls[turn++ % urls.length] ?? '';
    // Each has an allowance of its own.
    const [reader, byHand] = await Promise.all([
      operator.newClient(institutionId, baseUrl, grantOf('read', ['events', ...areas])),
      operator.newClient(institutionId, baseUrl, grantOf('read', ['users'])),
    ]);
    const balanced: typeof fetch = (url, init) => fetch(String(url).replace(baseUrl, next()), init);
    return new Copies(
      new KeptCopy(placeInFile(join(folder, `${randomUUID()}.db`)), reader, next),
      new CopyByHand({ ...byHand, baseUrl, fetch: balanced, timeoutMs: TIMEOUT_MS }),
    );
  }

  /** Takes what has changed, or what can be read of it; joins a round that is under way. */
  async follow(): Promise<void> {
    await this.#only(async () => {
      await this.#kept.sync();
      await this.#byHand.byList().catch((error: unknown) => {
        if (!(error instanceof LyceumError)) throw error;
      });
    });
  }

  /** Follows until both copies equal what the API shows. Others may write meanwhile. Throws what differs. */
  async converge(): Promise<void> {
    await untilTrue({
      name: 'copies that equal the API',
      differences: async () => {
        await this.#round;
        return this.#only(() => this.#differences());
      },
    });
  }

  #only<T>(round: () => Promise<T>): Promise<T> {
    this.#round ??= round().finally(() => {
      this.#round = undefined;
    });
    return this.#round as Promise<T>;
  }

  async #differences(): Promise<string[]> {
    const differences = await this.#kept.differences();
    const kept = await this.#kept.records('users');
    await this.#byHand.byList();
    return [...differences, ...[...lacking(this.#byHand.users, kept)].map((id) => `by list: ${id} is another`)];
  }
}

/** The records that a copy lacks, or has otherwise. */
export function lacking(copy: ReadonlyMap<string, unknown>, records: ReadonlyMap<string, unknown>): string[] {
  return [...records].filter(([id, record]) => !isDeepStrictEqual(copy.get(id), record)).map(([id]) => id);
}

/** Far longer than the gateways' own limit. */
const TIMEOUT_MS = 12_000;
