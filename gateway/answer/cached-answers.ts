import { LRUCache } from 'lru-cache';

/** The representation of a resource, as the bytes that are sent again while its stamp is the same. */
export interface CachedAnswer {
  /** What everything that it is made of was known by. */
  readonly stamp: string;
  readonly etag: string;
  /** The value of `data`. */
  readonly data: Buffer;
}

interface OwnedAnswer extends CachedAnswer {
  readonly institutionId: string;
}

/**
 * Representations that cost much to make, bounded in bytes: those that were asked for last. An institution has a part of the room at most, and what it
 * asks for beyond takes the place of its own, so that none can drive out those of all others. Nothing here says whether one is still right: whoever sends
 * it has asked for its stamp in the same request.
 */
export class CachedAnswers {
  readonly #bytesEach: number;
  readonly #all: LRUCache<string, OwnedAnswer> | undefined;
  /** By institution, those asked for last at the end. */
  readonly #own = new Map<string, { bytes: number; readonly keys: Set<string> }>();

  /** @param bytes of all of them; 0 keeps none */
  constructor(bytes: number) {
    this.#bytesEach = Math.floor(bytes * PART_EACH);
    if (bytes === 0) return;
    this.#all = new LRUCache<string, OwnedAnswer>({
      maxSize: bytes,
      sizeCalculation: sizeOf,
      dispose: (cached, key) => this.#drop(cached, key),
    });
  }

  /** A measure: what they take, in bytes. */
  get bytes(): number {
    return this.#all?.calculatedSize ?? 0;
  }

  /** @param key names the representation within the institution */
  find(institutionId: string, key: string): CachedAnswer | undefined {
    const whole = wholeKey(institutionId, key);
    const cached = this.#all?.get(whole);
    const own = this.#own.get(institutionId);
    if (cached && own?.keys.delete(whole)) own.keys.add(whole);
    return cached;
  }

  set(institutionId: string, key: string, answer: CachedAnswer): void {
    const cached = { ...answer, institutionId };
    const size = sizeOf(cached);
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
    this.#all.set(whole, cached);
  }

  #drop(cached: OwnedAnswer, key: string): void {
    const own = this.#own.get(cached.institutionId);
    if (!own?.keys.delete(key)) return;
    own.bytes -= sizeOf(cached);
    if (own.keys.size === 0) this.#own.delete(cached.institutionId);
  }
}

const PART_EACH = 1 / 4;

function wholeKey(institutionId: string, key: string): string {
  return `${institutionId} ${key}`;
}

/** What stands beside the bytes, keys and objects, counts as so many. */
const BESIDE_BYTES = 1024;

function sizeOf({ data, etag, stamp }: CachedAnswer): number {
  return data.length + etag.length + stamp.length + BESIDE_BYTES;
}
