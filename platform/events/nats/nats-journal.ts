import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Appending } from '../../data/erasure/appending.ts';
import { type Erasure, type ErasureJournal, JournalFault } from '../../data/erasure/journal.ts';
import { KnownErasures } from '../../data/erasure/known-erasures.ts';
import type { NatsLink } from './nats-link.ts';
import { ERASURES_SUBJECT, JETSTREAM_API } from './nats-user.ts';

/** The journal of erasures in a stream of NATS: the sequences are those of its messages. */
export class NatsJournal implements ErasureJournal {
  readonly #link: NatsLink;
  readonly #stream: string;
  /** All entries that were read, the first at 0. */
  readonly #known = new KnownErasures();
  readonly #appending = new Appending((erasure) => this.#append(erasure));

  constructor(link: NatsLink, stream: string) {
    this.#link = link;
    this.#stream = stream;
  }

  async after(sequence: number): Promise<readonly Erasure[]> {
    const last = await this.#read();
    if (last < sequence)
      throw new JournalFault(`${this.#stream} has ${last} entries, and the database has applied ${sequence}`);
    return this.#known.entries.slice(sequence);
  }

  append(erasure: Omit<Erasure, 'sequence'>): Promise<Erasure> {
    return this.#appending.append(erasure);
  }

  onAppended(listener: () => void): void {
    this.#appending.onAppended(listener);
  }

  async requireWritable(): Promise<void> {
    await this.#read();
  }

  async #append({ at, institutionId, userId, kind }: Omit<Erasure, 'sequence'>): Promise<Erasure> {
    const lastSequence = await this.#read();
    const same = this.#known.covering({ at, institutionId, userId, kind });
    if (same) return same;
    const sequence = lastSequence + 1;
    const entry = { sequence, at, institutionId, userId, kind };
    // Refused if another process has written meanwhile: it is read and tried again by the caller.
    await this.#inTime(async (connection) => {
      const expect = { streamName: this.#stream, lastSequence };
      await jetstream(connection, OPTIONS).publish(ERASURES_SUBJECT, JSON.stringify(entry), { expect });
    });
    return entry;
  }

  /** Reads what is new. @returns the last sequence */
  async #read(): Promise<number> {
    return this.#inTime(async (connection) => {
      const jsm: JetStreamManager = await jetstreamManager(connection, OPTIONS);
      const { state } = await jsm.streams.info(this.#stream);
      if (state.first_seq > 1 || state.last_seq < this.#known.entries.length)
        throw new JournalFault(`${this.#stream} has lost entries: it begins at ${state.first_seq}`);
      for (let sequence = this.#known.entries.length + 1; sequence <= state.last_seq; sequence++) {
        const message = await jsm.direct.getMessage(this.#stream, { seq: sequence });
        if (!message) throw new JournalFault(`${this.#stream} has lost its entry ${sequence}`);
        if (this.#known.entries.length < sequence) this.#known.add(message.json<Erasure>());
      }
      return state.last_seq;
    });
  }

  async #inTime<T>(work: (connection: NonNullable<NatsLink['connection']>) => Promise<T>): Promise<T> {
    const { connection } = this.#link;
    if (!connection) throw new JournalFault('NATS is unavailable');
    try {
      return await work(connection);
    } catch (error) {
      throw error instanceof JournalFault ? error : new JournalFault(`${this.#stream}: ${(error as Error).message}`);
    }
  }
}

const OPTIONS = { apiPrefix: JETSTREAM_API, checkAPI: false, timeout: 5_000 };
