import { LRUCache } from 'lru-cache';
import type { Call } from '../../platform/calls/caller.ts';
import { type Clock, isYounger } from '../../platform/core/clock.ts';
import { present } from '../../platform/core/present.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';

/** The fields of the institution that every page shows. */
export interface ShownInstitution {
  readonly institutionName: string;
  /** The name of the institution in addresses. */
  readonly institutionRef: string;
  readonly timeZone: string;
  /** BCP 47; empty if the institution has chosen none. */
  readonly language: string;
}

interface Entry extends ShownInstitution {
  /** In epoch milliseconds. */
  readonly readAt: number;
}

/**
 * Institutions as pages show them, at most {@link TTL_MS} old, so that not every page asks for its own. A person who
 * sends a form sees its change on the next page, unless another process of the console makes that.
 */
export class Institutions {
  readonly #clock: Clock;
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_INSTITUTIONS });
  /** How often something was dropped: a value read before may be older than the last form. */
  #drops = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** While directory is away, as it was last seen. */
  async of(institutionId: string, call: Call): Promise<ShownInstitution> {
    const known = this.#entries.get(institutionId);
    if (known && isYounger(known.readAt, this.#clock.now(), TTL_MS)) return known;
    try {
      return await this.#read(institutionId, call);
    } catch (error) {
      return known ?? Promise.reject(error);
    }
  }

  /** After a form of an institution, which may have changed the cached values. */
  drop(institutionId: string): void {
    this.#entries.delete(institutionId);
    this.#drops++;
  }

  async #read(institutionId: string, call: Call): Promise<Entry> {
    const readAt = this.#clock.now();
    const drops = this.#drops;
    const answer = await call(InstitutionService.method.getInstitution, {});
    const { name, ref, settings } = present(answer.institution, 'institution');
    const timeZone = settings?.timeTrackingTimezone ?? 'UTC';
    const language = settings?.language ?? '';
    const entry = { institutionName: name, institutionRef: ref, timeZone, language, readAt };
    if (drops === this.#drops) this.#entries.set(institutionId, entry);
    return entry;
  }
}

const TTL_MS = 5_000;
const MAX_INSTITUTIONS = 10_000;
