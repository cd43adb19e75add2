import type { MessageInitShape } from '@bufbuild/protobuf';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Ids } from '../../platform/core/ids.ts';
import type { Logger } from '../../platform/observability/log.ts';
import type { RecordRequestsRequestSchema } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { DeprecatedFeature } from '../http/route-templates.ts';
import { GatheredBatch, GatheredUsage, type RecordedRequest, type Requester } from './gathered-requests.ts';

type Batch = MessageInitShape<typeof RecordRequestsRequestSchema>;

interface RecorderOptions {
  /** Sends a batch to the service that records it. */
  readonly send: (batch: Batch) => Promise<unknown>;
  readonly ids: Ids;
  readonly log: Logger;
  /** The approximate maximum size of the records that wait to be sent, in bytes. */
  readonly maxBytes?: number;
}

/**
 * Gathers a record of each request after its answer, and sends the records in batches. No request waits for that: while
 * records cannot be sent, they wait here, up to a bound in bytes, of which one institution alone gets two thirds.
 * Records beyond it are counted as lost, by integration and hour. A batch whose fate is unknown is sent again under its
 * id; one that the service cannot record is lost too, since it would hold up all others. Counts are reported every five
 * seconds: a batch of a busy gateway has hundreds of integrations with a request or two each, whose counts would cost
 * more than the records.
 */
export class RequestRecorder {
  readonly #options: RecorderOptions;
  readonly #maxBytes: number;
  /** The batches that wait, the oldest first; the last one is still being filled. */
  #batches: [...GatheredBatch[], GatheredBatch];
  /** Of all batches but the last one. */
  #fullBytes = 0;
  /** Of all batches, by institution. */
  readonly #bytesOf = new Map<string, number>();
  readonly #rejected = new RejectedRequests();
  /** Whether the batch that is being sent is taken. */
  #sending: Promise<boolean> | undefined;
  #usage = new GatheredUsage();
  /** How often the timer has ticked since usage was reported. */
  #ticks = 0;
  #timer: NodeJS.Timeout | undefined;
  #recordedRequests = 0;
  #lostRequests = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
    this.#batches = [new GatheredBatch(options.ids.newId())];
  }

  /** Metrics: requests that were sent, that were dropped, and the bytes that wait. */
  get counts(): { readonly recorded: number; readonly lost: number; readonly bytes: number } {
    return { recorded: this.#recordedRequests, lost: this.#lostRequests, bytes: this.#fullBytes + this.#filling.bytes };
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#ticks += 1;
      void this.#send();
    }, EVERY_MS);
  }

  /** Sends the remaining batches until none is left or one is not taken. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ticks = USAGE_TICKS;
    let isTaken = (await this.#sending) ?? true;
    while (isTaken) isTaken = (await this.#send()) ?? false;
  }

  /**
   * Takes a request that was answered. Never throws, never waits.
   * @param secretHint which secret was right, if any
   * @param deprecated what it has used that is deprecated
   */
  note(
    requester: Requester,
    request: RecordedRequest,
    secretHint?: string,
    deprecated: readonly DeprecatedFeature[] = [],
  ): void {
    this.#usage.addDeprecated(requester, request, deprecated);
    if (!this.#rejected.takes(requester.integrationId, request)) {
      this.#usage.add(requester, request, false, secretHint);
      return;
    }
    const filled = this.#filling;
    const left = this.#maxBytes - this.#fullBytes - filled.bytes;
    const held = this.#bytesOf.get(requester.institutionId) ?? 0;
    // As with places in the gateway: the bytes that one institution may hold depend on the free ones, so some stay free
    // for the next institution.
    if (held >= 2 * left) {
      this.#addLost(requester, request);
      return;
    }
    const before = filled.bytes;
    filled.add(requester, request);
    this.#bytesOf.set(requester.institutionId, held + filled.bytes - before);
    this.#usage.add(requester, request, true, secretHint);
    if (filled.bytes < BATCH_BYTES) return;
    this.#beginBatch();
    setImmediate(() => void this.#send());
  }

  #beginBatch(): void {
    this.#fullBytes += this.#filling.bytes;
    if (this.#ticks >= USAGE_TICKS) {
      this.#filling.usage = this.#usage;
      this.#usage = new GatheredUsage();
      this.#ticks = 0;
    }
    this.#batches.push(new GatheredBatch(this.#options.ids.newId()));
  }

  get #filling(): GatheredBatch {
    return this.#batches.at(-1) as GatheredBatch;
  }

  #addLost(requester: Requester, request: RecordedRequest): void {
    if (this.#lostRequests++ === 0)
      this.#options.log.warn('records of requests are being lost: activity does not take them');
    this.#usage.addLost(requester, request);
  }

  /** Sends the oldest batch, unless one is being sent. Undefined if there is nothing to send. */
  #send(): Promise<boolean> | undefined {
    if (this.#sending) return this.#sending;
    const [next] = this.#batches;
    if (this.#batches.length === 1) {
      const isUsageDue = this.#ticks >= USAGE_TICKS && !this.#usage.isEmpty;
      if (next.count === 0 && !isUsageDue) return undefined;
      // It may be sent again under its id, so it must not change any more.
      this.#beginBatch();
    }
    this.#sending = this.#deliver(next).finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** Returns whether the batch is done with. */
  async #deliver(batch: GatheredBatch): Promise<boolean> {
    const { log, send } = this.#options;
    try {
      await send(batch.message());
      this.#recordedRequests += batch.count;
    } catch (error) {
      if (!(error instanceof Refusal && CANNOT_RECORD.has(error.code))) {
        log.debug({ err: error }, 'records of requests could not be sent, and will be sent again');
        return false;
      }
      log.error({ err: error }, 'activity cannot record a batch of requests');
      this.#lostRequests += batch.count;
      if (batch.usage) this.#usage.mergeAsLost(batch.usage);
      else this.#usage.subtract(batch.requests());
    }
    this.#batches.shift();
    this.#fullBytes -= batch.bytes;
    for (const [institutionId, bytes] of batch.bytesOf) {
      const rest = (this.#bytesOf.get(institutionId) ?? 0) - bytes;
      if (rest > 0) this.#bytesOf.set(institutionId, rest);
      else this.#bytesOf.delete(institutionId);
    }
    if (this.#batches.length > 1) setImmediate(() => void this.#send());
    return true;
  }
}

/**
 * Which rejected requests (401, 429) are recorded and not only counted: the first of each integration in each minute.
 * Otherwise a client that knows only a client id, or that goes on after a 429, could write to the disk at any rate
 * (decisions 16.6).
 */
class RejectedRequests {
  #minute = '';
  readonly #ofIntegrations = new Map<string, number>();

  /** Whether a request with this status, that arrived at this instant (text), is recorded. */
  takes(integrationId: string, { time, status }: { readonly time: string; readonly status: number }): boolean {
    if (status !== 401 && status !== 429) return true;
    const minute = time.slice(0, MINUTE_LENGTH);
    if (minute !== this.#minute) this.#ofIntegrations.clear();
    this.#minute = minute;
    const before = this.#ofIntegrations.get(integrationId) ?? 0;
    this.#ofIntegrations.set(integrationId, before + 1);
    return before < RECORDED_IN_MINUTE;
  }
}

/** How many rejected requests of an integration are recorded in a minute. */
export const RECORDED_IN_MINUTE = 100;
const MINUTE_LENGTH = '2026-10-05T08:00'.length;
/** Refusals because of the content of a batch, which would be refused again. */
const CANNOT_RECORD: ReadonlySet<string> = new Set(['REQUEST_INVALID', 'INTERNAL']);
/** A record appears within two seconds (docs/guides/requests.md). */
const EVERY_MS = 1_250;
/** Five seconds. */
const USAGE_TICKS = 4;
/** Large, since each integration and second of a batch costs a compression; reading one takes the service 20 ms. */
const BATCH_BYTES = 4 * 1024 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
