import type { Standstill } from '../../platform/data/platform-tables.ts';
import { planDeletion } from '../../platform/data/standstill/closing-rows.ts';
import { markMoved, unmarkMoved } from '../../platform/data/standstill/moving-rows.ts';
import { endFreeze, listStandstills } from '../../platform/data/standstill/standstill-rows.ts';
import { compareWithLive } from '../archive/compare-live.ts';
import type { VerifiedArchive } from '../archive/read-archive.ts';
import { CommandFailure, TryAgainLater } from '../failure.ts';
import { standstillsOf, tellAccess } from '../standstill/closing.ts';
import { freeze } from '../standstill/freeze.ts';
import { noteArchive } from '../standstill/note-archive.ts';
import { type Installation, identityLast } from './installation.ts';

/** An institution at the installation that it moves away from. */
export class MovingInstitution {
  readonly #source: Installation;
  readonly #id: string;

  constructor(source: Installation, institutionId: string) {
    this.#source = source;
    this.#id = institutionId;
  }

  /** Where it has moved to, in all services, and whether that is done; undefined while it has not. */
  async moved(): Promise<{ readonly to: string; readonly isDone: boolean } | undefined> {
    const rows = await this.#rows();
    const [first] = rows;
    if (first?.movedTo == null || rows.some((row) => row?.movedTo !== first.movedTo)) return undefined;
    return { to: first.movedTo, isDone: rows.every((row) => row?.deletesAt != null) };
  }

  /** Whether it has stood still in all services since the freeze with this end. */
  async holds(until: string | null): Promise<boolean> {
    const ends = await this.#ends();
    return ends.every((end) => end === 'moved' || end === until);
  }

  /** Freezes it, unless it is frozen. Returns when that ends by itself: null if never. */
  async freeze(): Promise<string | null> {
    const [end, ...others] = new Set(await this.#ends());
    if (end !== undefined && end !== 'moved' && others.length === 0) return end;
    const { databases } = this.#source;
    return (await freeze({ databases, institutionId: this.#id, minutes: MINUTES })).frozenUntil;
  }

  /**
   * Says in all services that it has moved; returns when gateways know. Identity comes first: whoever is told there
   * where to go does not come to the others, which refuse writes all the while.
   * @throws TryAgainLater if the freeze has ended: then it has not moved
   */
  async route(to: string, until: string | null): Promise<void> {
    const mark = { institutionId: this.#id, to, until };
    for (const [service, db] of identityLast(this.#source).toReversed()) {
      const isMarked = (await markMoved(db, mark)) || (await this.#rowOf(service))?.movedTo === to;
      if (!isMarked) {
        await this.#unmark();
        throw new TryAgainLater('The freeze has ended before all was there. The same command begins anew.');
      }
      if (service === 'identity') await tellAccess(this.#source.databases);
    }
  }

  /** Lets it be used again, here. */
  async open(): Promise<void> {
    await this.#unmark();
    for (const [, db] of identityLast(this.#source)) await endFreeze(db, this.#id);
  }

  async #unmark(): Promise<void> {
    for (const [, db] of identityLast(this.#source)) await unmarkMoved(db, this.#id);
    await tellAccess(this.#source.databases);
  }

  /** Compares it with the archive for the last time, and says when its rows go. @throws CommandFailure if rows differ */
  async close(path: string, { manifest, digest }: VerifiedArchive, days: number): Promise<void> {
    const { urls, databases } = this.#source;
    const { differencesTotal, closedAt } = await compareWithLive(path, manifest, urls);
    if (differencesTotal > 0)
      throw new CommandFailure(`${differencesTotal} rows here are not in the archive: nothing here will be deleted.`);
    await noteArchive(databases, { institutionId: this.#id, digest, closedAt });
    for (const db of databases.values()) await planDeletion(db, this.#id, days);
  }

  async #rows(): Promise<readonly (Standstill | undefined)[]> {
    return [...(await standstillsOf({ databases: this.#source.databases, institutionId: this.#id })).values()];
  }

  async #rowOf(service: string): Promise<Standstill | undefined> {
    return (await standstillsOf({ databases: this.#source.databases, institutionId: this.#id })).get(service);
  }

  /** When the freeze ends in each service; undefined where it is not, or not completely, frozen. */
  #ends(): Promise<(string | null | undefined)[]> {
    return Promise.all(
      [...this.#source.databases.values()].map(async (db) => {
        const row = (await listStandstills(db)).find(({ institutionId }) => institutionId === this.#id);
        if (row?.state === 'moved') return 'moved';
        return row?.isSettled ? row.until : undefined;
      }),
    );
  }
}

const MINUTES = 60;
