import { LRUCache } from 'lru-cache';

/** The representation of a resource, as the bytes that are sent again while its stamp is the same. */
export interface KeptAnswer {
  /** What everything that it is made of was known by. */
  readonly stamp: string;
  readonly etag: string;
  /** The value of `data`. */
  readonly data: Buffer;
}

interface Kept extends KeptAnswer {
  readonly institutionId: string;
}

/**
 * Representations that cost much to make, bounded in bytes: those that were asked for last. An institution has a part of the room at most, and what it
 * asks for beyond takes the place of its own, so that none can drive out those of all others. Nothing here says whether one is still right: whoever sends
 * it has asked for its stamp in the same request.
 */
export class KeptAnswers {
  readonly #bytesEach: number;
  readonly #all: LRUCache<string, Kept> | undefined;
  /** By institution, those asked for last at the end. */
  readonly #own = new Map<string, { bytes: number; readonly keys: Set<string> }>();

  /** @param bytes of all of them; 0 keeps none */
  constructor(bytes: number) {
    this.#bytesEach = Math.floor(bytes * PART_EACH);
    if (bytes === 0) return;
    this.#all = new LRUCache<string, Kept>({
      maxSize: bytes,
      sizeCalculation: sizeOf,
      dispose: (kept, key) => this.#drop(kept, key),
    });
  }

  /** A measure: what they take, in bytes. */
  get bytes(): number {
    return this.#all?.calculatedSize ?? 0;
  }

  /** @param key names the representation within the institution */
  find(institutionId: string, key: string): KeptAnswer | undefined {
    const whole = wholeKey(institutionId, key);
    const kept = this.#all?.get(whole);
    const own = this.#own.get(institutionId);
    if (kept && own?.keys.delete(whole)) own.keys.add(whole);
    return kept;
  }

  keep(institutionId: string, key: string, answer: KeptAnswer): void {
    const kept = { ...answer, institutionId };
    const size = sizeOf(kept);
    if (!this.#all || size > this.#bytesEach) return;
    const whole = wholeKey(institutionId, key);
    this.#all.delete(whole);
    for (;;) {
      const own = this.#own.get(institutionId);
      const [oldest] = own?.keys ?? [];
      if (!own || oldest === undefined || own.bytes + size <= this.#bytesEach) break;
      this.#all.delete(oldest);
    }
    const own = this.#own.get(institutionId) ?? { bytes: 0, keys: new Set() };
    this.#own.set(institutionId, own);
    own.bytes += size;
    own.keys.add(whole);
    this.#all.set(whole, kept);
  }

  #drop(kept: Kept, key: string): void {
    const own = this.#own.get(kept.institutionId);
    if (!own?.keys.delete(key)) return;
    own.bytes -= sizeOf(kept);
    if (own.keys.size === 0) this.#own.delete(kept.institutionId);
  }
}

const PART_EACH = 1 / 4;

function wholeKey(institutionId: string, key: string): string {
  return `${institutionId} ${key}`;
}

/** What stands beside the bytes, keys and objects, counts as so many. */
const BESIDE_BYTES = 1024;

function sizeOf({ data, etag, stamp }: KeptAnswer): number {
  return data.length + etag.length + stamp.length + BESIDE_BYTES;
}
