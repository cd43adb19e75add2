import { CommandFailure } from '../../../cli/failure.ts';
import { type Event, ForbiddenError, type Integration, type Lyceum } from '../../typescript/src/index.ts';
import type { Copy } from './copy.ts';
import { type Copied, isProblem, type Kind } from './kinds.ts';

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
    const known = copy.setting('institution');
    if (known !== undefined && known !== integration.institution.id)
      throw new CommandFailure('This copy is of another institution. Take another file.');
    copy.transaction(() => {
      copy.set('institution', integration.institution.id);
      this.#keepTimeZone(integration);
      if (copy.setting('release') !== release) for (const kind of kinds) copy.walkAgain(kind);
      copy.set('release', release);
    });
    if (copy.setting('feed') === undefined) await this.#beginAnew();
  }

  /** Takes all that has happened. */
  async catchUp(): Promise<void> {
    for (let isChanged = false; ; isChanged = true) {
      for (const kind of this.#options.kinds) await this.#walk(kind);
      for (const kind of this.#options.kinds) await this.#readStale(kind);
      if (!(await this.#takeEvents())) return isChanged ? this.#options.copy.forget() : undefined;
    }
  }

  /** Takes the end of the feed as the place to go on from, and all lists from their beginning. */
  async #beginAnew(): Promise<void> {
    const { lyceum, copy, kinds } = this.#options;
    for await (const { nextCursor } of lyceum.events.list({ position: 'latest', limit: 1 }).pages())
      copy.transaction(() => {
        copy.set('feed', nextCursor ?? '');
        for (const kind of kinds) copy.walkAgain(kind);
      });
  }

  async #walk(kind: Kind): Promise<void> {
    const { copy, note, progress } = this.#options;
    if (copy.list(kind).is_done || this.#refused.has(kind)) return;
    let count = 0;
    try {
      for await (const { items, nextCursor, hasMore } of kind.walk(copy.list(kind).cursor ?? undefined)) {
        copy.transaction(() => {
          const { walk } = copy.list(kind);
          copy.keep(kind, items, walk);
          copy.setList(kind, { walk, cursor: nextCursor, is_done: hasMore ? 0 : 1 });
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
      if (!isProblem(error, 'invalid_cursor') || copy.list(kind).cursor === null) throw error;
      copy.transaction(() => copy.walkAgain(kind));
      await this.#walk(kind);
    }
  }

  async #readStale(kind: Kind): Promise<void> {
    const { copy, progress } = this.#options;
    for (let stale = copy.stale(kind); stale.length > 0; stale = copy.stale(kind)) {
      const read = await kind.read(stale).catch((error: unknown) => {
        if (error instanceof ForbiddenError) return null;
        throw error;
      });
      copy.transaction(() => {
        const found = new Map(read?.map((record) => [record.id, record]));
        for (const { id } of stale) {
          const record = found.get(id);
          if (kind.name === 'rooms') this.#staleLocation(copy.json(kind, id), record);
          if (record) copy.keep(kind, [record], copy.list(kind).walk);
          else if (read) copy.remove(kind, id);
          copy.run('DELETE FROM _stale WHERE list = ? AND id = ?', kind.name, id);
        }
        // What may not be read now is all read again once it may.
        if (!read) copy.walkAgain(kind);
      });
      progress(`${kind.name}: ${stale.length} read again`);
    }
  }

  /** A location shows how many rooms it has, which is no change of its own. */
  #staleLocation(before: string | undefined, after: Copied | undefined): void {
    const rooms: readonly { readonly locationId?: string }[] = [JSON.parse(before ?? '{}'), after ?? {}];
    for (const { locationId: id } of rooms) if (id) this.#options.copy.addStale('locations', { id, userId: null });
  }

  /** Takes a page of the feed. Returns whether it had anything. */
  async #takeEvents(): Promise<boolean> {
    const { lyceum, copy, note } = this.#options;
    const list = lyceum.events.list({ cursor: copy.setting('feed') ?? '', limit: 100 });
    try {
      for await (const { items, nextCursor } of list.pages()) {
        const isSet = items.some(({ type }) => type === 'settings.updated');
        const integration = isSet ? (await lyceum.integration.get()).data : undefined;
        copy.transaction(() => {
          for (const event of items) this.#take(event);
          if (integration) this.#keepTimeZone(integration);
          copy.set('feed', nextCursor ?? '');
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

  #take({ resource: { type, id, path } }: Event): void {
    const { copy, kinds } = this.#options;
    const { pathname, searchParams } = new URL(path ?? '', 'http://lyceum');
    // A version of a program is shown by its program.
    const [, program] = /^\/api\/v4\/continuing-education\/([^/]+)\/versions\//.exec(pathname) ?? [];
    const kind = kinds.find(({ resource }) => resource === (program ? 'study_program' : type));
    if (kind) copy.addStale(kind.name, { id: program ?? id, userId: searchParams.get('userId') });
  }

  #keepTimeZone({ institution }: Integration): void {
    const { copy, kinds } = this.#options;
    if (copy.setting('timeZone') === institution.timeZone) return;
    copy.set('timeZone', institution.timeZone);
    for (const kind of kinds) if (kind.name === 'logs') copy.walkAgain(kind);
  }
}
