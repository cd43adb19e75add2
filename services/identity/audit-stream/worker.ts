import { toInstantText } from '../../../platform/core/instant.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import type { Sender } from '../../../platform/outbound/sender.ts';
import type { BackgroundWork } from '../../../platform/process/service-options.ts';
import { openIdConfig } from '../config.ts';
import { leaseStreams } from '../store/audit-streams.ts';
import { serveStream } from './serve-stream.ts';

/** Streams sent at once: those whose receivers accept, and those that fail, which therefore delay no others. */
const SLOTS = { accepting: 6, failing: 2 };
type Kind = keyof typeof SLOTS;

/**
 * Sends institutions' audit streams, beside other replicas that do the same: a lease gives each stream to one at a time,
 * and ends by itself if that one is killed.
 */
export class AuditStreamWorker implements BackgroundWork {
  readonly #runtime: Runtime;
  readonly #pollMs: number;
  readonly #stopping = new AbortController();
  readonly #serving = new Map<Promise<void>, Kind>();
  #sender: Sender | undefined;
  #loop: Promise<void> | undefined;
  #wake = Promise.withResolvers<void>();

  constructor(runtime: Runtime, pollMs: number = POLL_MS) {
    this.#runtime = runtime;
    this.#pollMs = pollMs;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Waits for the batches that are being sent. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.resolve();
    await this.#loop;
    await Promise.all(this.#serving.keys());
    await this.#sender?.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#wake = Promise.withResolvers();
      await this.#leaseMore().catch((error) =>
        this.#runtime.log.warn({ err: error }, 'cannot look for due streams of the audit; retrying'),
      );
      const timer = setTimeout(() => this.#wake.resolve(), this.#pollMs);
      await this.#wake.promise;
      clearTimeout(timer);
    }
  }

  async #leaseMore(): Promise<void> {
    const { db, clock, ids } = this.#runtime;
    const free = { accepting: this.#free('accepting'), failing: this.#free('failing') };
    const request = { lease: ids.newId(), now: toInstantText(clock.now()), ...free };
    const leased = await db.transaction((tx) => leaseStreams(tx, request), { of: 'own' });
    for (const each of leased) await this.#begin({ ...each, lease: request.lease });
  }

  async #begin(stream: Parameters<typeof serveStream>[0]): Promise<void> {
    const { log } = this.#runtime;
    // Loaded for the first stream: most installations have none.
    const { Sender } = await import('../../../platform/outbound/sender.ts');
    this.#sender ??= new Sender({ guard: openIdConfig(this.#runtime).guard });
    const { signal } = this.#stopping;
    const { institutionId, failures } = stream;
    const served = serveStream(stream, { runtime: this.#runtime, sender: this.#sender, signal })
      .catch((error) => log.warn({ err: error, institutionId }, 'cannot send a stream of the audit; retrying'))
      .finally(() => {
        this.#serving.delete(served);
        this.#wake.resolve();
      });
    this.#serving.set(served, failures === 0 ? 'accepting' : 'failing');
  }

  #free(kind: Kind): number {
    return SLOTS[kind] - [...this.#serving.values()].filter((each) => each === kind).length;
  }
}

const POLL_MS = 5_000;
