import { JetStreamApiCodes, JetStreamApiError, jetstream } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { Refusal } from '../../core/errors/refusal.ts';
import { withTimeout } from '../../core/with-timeout.ts';
import type { NatsLink } from './nats-link.ts';
import { JETSTREAM_API } from './nats-user.ts';
import { trueCause } from './true-cause.ts';

/** Small values that all processes of a kind share, each changed by whoever has seen its latest state. */
export interface SharedCells {
  /** Makes sure that the cells can be read and written. Throws when that takes too long, as the others do. */
  open(): Promise<void>;
  /** Null for a cell that nobody has written, or not for a long time. */
  read(key: string): Promise<Cell | null>;
  /**
   * Writes a cell that stands at a revision, 0 being one that is not there. Returns its new revision, or null when somebody else has written
   * meanwhile. After a failure it may be written or not.
   */
  write(key: string, value: Uint8Array, revision: number): Promise<number | null>;
}

export interface Cell {
  readonly value: Uint8Array;
  readonly revision: number;
}

interface Options {
  readonly link: NatsLink;
  /** The bucket's name. */
  readonly bucket: string;
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** Cells in a key-value bucket of NATS, compared and set by the server. */
export class NatsSharedCells implements SharedCells {
  readonly #options: Options;
  #bucket: KV | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { link, bucket } = this.#options;
    this.#bucket = undefined;
    if (!link.connection) throw new Error('NATS cannot be reached');
    const kvm = new Kvm(jetstream(link.connection, { apiPrefix: JETSTREAM_API, timeout: OPEN_MS_AT_MOST }));
    this.#bucket = await kvm.open(bucket, { allow_direct: true });
    try {
      await this.#bucket.get(PROBE);
      // Any server that keeps the cells answers a read, but only most of them together take a write.
      await this.#bucket.put(PROBE, new Uint8Array());
    } catch (error) {
      throw trueCause(error, bucket);
    }
  }

  async read(key: string): Promise<Cell | null> {
    const entry = await this.#withinTimeout((bucket) => bucket.get(key));
    return entry && entry.operation === 'PUT' ? { value: entry.value, revision: entry.revision } : null;
  }

  async write(key: string, value: Uint8Array, revision: number): Promise<number | null> {
    try {
      return await this.#withinTimeout((bucket) => bucket.put(key, value, { previousSeq: revision }));
    } catch (error) {
      if (error instanceof JetStreamApiError && LOST.has(error.code)) return null;
      throw error;
    }
  }

  async #withinTimeout<T>(operation: (bucket: KV) => Promise<T>): Promise<T> {
    const { link, bucket, timeoutMs } = this.#options;
    if (!this.#bucket || !link.connection) throw new Error('NATS cannot be reached');
    try {
      return await withTimeout(operation(this.#bucket), timeoutMs);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Error(`NATS has not answered for ${bucket} within ${timeoutMs} ms`, { cause: error });
    }
  }
}

const OPEN_MS_AT_MOST = 1_000;
const PROBE = 'probe';
const LOST = new Set<number>([
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
]);
