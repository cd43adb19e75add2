import { CommandFailure } from '../../../cli/failure.ts';
import { type Event, ForbiddenError, type Integration, type Lyceum } from '../../typescript/src/index.ts';
import type { Copy } from './copy.ts';
import { type Copied, isProblem, type Kind, type Stale } from './kinds.ts';

export interface SyncOptions {
  readonly lyceum: Lyceum;
  readonly copy: Copy;
  readonly kinds: readonly Kind[];
  /** The release of this program. Records of another one may lack properties. */
  readonly release: string;
  readonly note: (line: string) => void;
  readonly progress: (line: string) => void;
}

/**
 * Keeps a copy of an institution: the place in the feed first, then all lists, then what events name. Wherever it ends,
 * the next one goes on from there.
 *
 * What is to be read again is stored with the place in the feed, and let go of with the records. So the copy is never
 * behind its place, and a record that cannot be read now is read later.
 */
export class Sync {
  readonly #options: SyncOptions;
  /** Lists that the integration may not read now. */
  readonly #refused = new Set<Kind>();

  constructor(options: SyncOptions) {
    this.#options = options;
  }

  /** Connects a new copy with the institution, or finds that it is this one's. Throws a CommandFailure if it is not. */
  async begin(): Promise<void> {
    const { lyceum, copy, kinds, release } = this.#options;
    const { data: integration } = await lyceum.integration.get();
    const known = await copy.setting('institution');
    if (known !== undefined && known !== integration.institution.id)
      throw new CommandFailure('This copy is of another institution. Take another place.');
    await copy.store.transaction(async () => {
      await copy.set('institution', integration.institution.id);
      await this.#keepTimeZone(integration);
      if ((await copy.setting('release')) !== release) for (const kind of kinds) await copy.walkAgain(kind);
      await copy.set('release', release);
    });
    if ((await copy.setting('feed')) === undefined) await this.#beginAnew();
  }

  /** Takes all that has happened. */
  async catchUp(): Promise<void> {
    do {
      for (const kind of this.#options.kinds) await this.#walk(kind);
      for (const kind of this.#options.kinds) await this.#readStale(kind);
    } while (await this.#takeEvents());
    // Without a change, too: a kill or a reader may have prevented it last time.
    await this.#options.copy.store.forget();
  }

  /** Takes the end of the feed as the place to go on from, and all lists from their beginning. */
  async #beginAnew(): Promise<void> {
    const { lyceum, copy, kinds } = this.#options;
    for await (const { nextCursor } of lyceum.events.list({ position: 'latest', limit: 1 }).pages())
      await copy.store.transaction(async () => {
        await copy.set('feed', nextCursor ?? '');
        for (const kind of kinds) await copy.walkAgain(kind);
      });
  }

  async #walk(kind: Kind): Promise<void> {
    const { copy, note, progress } = this.#options;
    const { walk, cursor, is_done } = await copy.list(kind);
    if (is_done || this.#refused.has(kind)) return;
    let count = 0;
    try {
      for await (const { items, nextCursor, hasMore } of kind.walk(cursor ?? undefined)) {
        await copy.store.transaction(async () => {
          await copy.keep(kind, items, walk);
          await copy.setList(kind, { walk, cursor: nextCursor, is_done: hasMore ? 0 : 1 });
        });
        count += items.length;
        progress(`${kind.name}: ${count}`);
      }
      note(`${kind.name}: ${count}`);
    } catch (error) {
      if (error instanceof ForbiddenError) {
        this.#refused.add(kind);
        return note(`${kind.name} are not copied: ${error.detail}`);
      }
      if (!isProblem(error, 'invalid_cursor') || (await copy.list(kind)).cursor === null) throw error;
      await copy.store.transaction(() => copy.walkAgain(kind));
      await this.#walk(kind);
    }
  }

  async #readStale(kind: Kind): Promise<void> {
    const { copy, progress } = this.#options;
    for (let stale = await copy.stale(kind); stale.length > 0; stale = await copy.stale(kind)) {
      const read = await kind.read(stale).catch((error: unknown) => {
        if (error instanceof ForbiddenError) return null;
        throw error;
      });
      await copy.store.transaction(async () => {
        if (kind.name === 'rooms') await this.#staleLocations(await copy.jsonOf(kind, idsOf(stale)), read ?? []);
        await copy.keep(kind, read ?? [], (await copy.list(kind)).walk);
        const gone = new Set(idsOf(stale)).difference(new Set(idsOf(read ?? [])));
        if (read) await copy.remove(kind, [...gone]);
        // What may not be read now is all read again once it may.
        else await copy.walkAgain(kind);
        await copy.dropStale(kind, stale);
      });
      progress(`${kind.name}: ${stale.length} read again`);
    }
  }

  /** A location shows how many rooms it has, which is no change of its own. */
  async #staleLocations(before: ReadonlyMap<string, string>, after: readonly Copied[]): Promise<void> {
    const rooms: { locationId?: string }[] = [...Array.from(before.values(), (json) => JSON.parse(json)), ...after];
    const stale = rooms.flatMap(({ locationId: id }) => (id ? [{ id, userId: null }] : []));
    await this.#options.copy.addStale({ name: 'locations' }, stale);
  }

  /** Takes a page of the feed. Returns whether it had anything. */
  async #takeEvents(): Promise<boolean> {
    const { lyceum, copy, kinds, note } = this.#options;
    const list = lyceum.events.list({ cursor: (await copy.setting('feed')) ?? '', limit: 100 });
    try {
      for await (const { items, nextCursor } of list.pages()) {
        const isSet = items.some(({ type }) => type === 'settings.updated');
        const integration = isSet ? (await lyceum.integration.get()).data : undefined;
        await copy.store.transaction(async () => {
          for (const kind of kinds) await copy.addStale(kind, staleOf(kind, items));
          if (integration) await this.#keepTimeZone(integration);
          await copy.set('feed', nextCursor ?? '');
        });
        if (isSet) this.#refused.clear();
        return items.length > 0;
      }
    } catch (error) {
      if (!isProblem(error, 'invalid_cursor')) throw error;
      note('The feed does not go back as far as this copy: all lists are read again.');
      await this.#beginAnew();
      return true;
    }
    return false;
  }

  async #keepTimeZone({ institution }: Integration): Promise<void> {
    const { copy, kinds } = this.#options;
    if ((await copy.setting('timeZone')) === institution.timeZone) return;
    await copy.set('timeZone', institution.timeZone);
    for (const kind of kinds) if (kind.name === 'logs') await copy.walkAgain(kind);
  }
}

const idsOf = (records: readonly Copied[]) => records.map(({ id }) => id);

/** What events make stale of a kind. */
function staleOf({ resource }: Kind, events: readonly Event[]): Stale[] {
  return events.flatMap(({ resource: { type, id, path } }) => {
    const { pathname, searchParams } = new URL(path ?? '', 'http://lyceum');
    // A version of a program is shown by its program.
    const [, program] = /^\/api\/v4\/continuing-education\/([^/]+)\/versions\//.exec(pathname) ?? [];
    const isStale = resource === (program ? 'study_program' : type);
    return isStale ? [{ id: program ?? id, userId: searchParams.get('userId') }] : [];
  });
}
