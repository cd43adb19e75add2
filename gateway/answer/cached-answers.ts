import { LRUCache } from 'lru-cache';

/** The representation of a resource, as bytes that can be sent again while its stamp is unchanged. */
export interface CachedAnswer {
  /** Identifies the state of everything the representation is made of. */
  readonly stamp: string;
  readonly etag: string;
  /** The value of `data`. */
  readonly data: Buffer;
}

interface OwnedAnswer extends CachedAnswer {
  readonly institutionId: string;
}

/**
 * A cache of representations that are expensive to build, bounded in bytes, least recently used out first. An institution gets a quarter of
 * it at most, and beyond that evicts its own entries, so that it cannot evict those of all others. The cache does not know whether an entry
 * is still current: compare its stamp in the same request before you send it.
 */
export class CachedAnswers {
  readonly #bytesEach: number;
  readonly #all: LRUCache<string, OwnedAnswer> | undefined;
  /** By institution, the most recently used last. */
  readonly #own = new Map<string, { bytes: number; readonly keys: Set<string> }>();

  /** @param bytes for all of them; 0 disables the cache */
  constructor(bytes: number) {
    this.#bytesEach = Math.floor(bytes * PART_EACH);
    if (bytes === 0) return;
    this.#all = new LRUCache<string, OwnedAnswer>({
      maxSize: bytes,
      sizeCalculation: sizeOf,
      dispose: (cached, key) => this.#drop(cached, key),
    });
  }

  /** Metric: the size of all entries in bytes. */
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

/** What an entry costs beside its bytes: keys and objects. */
const OVERHEAD_BYTES = 1024;

function sizeOf({ data, etag, stamp }: CachedAnswer): number {
  return data.length + etag.length + stamp.length + OVERHEAD_BYTES;
}
