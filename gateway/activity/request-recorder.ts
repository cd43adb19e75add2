import type { MessageInitShape } from '@bufbuild/protobuf';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Ids } from '../../platform/core/ids.ts';
import type { Logger } from '../../platform/observability/log.ts';
import type { RecordRequestsRequestSchema, RequestSchema } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';

type Batch = MessageInitShape<typeof RecordRequestsRequestSchema>;
export type RecordedRequest = MessageInitShape<typeof RequestSchema> & { readonly time: string };

/** The integration that made a request. */
export interface Requester {
  readonly institutionId: string;
  readonly integrationId: string;
}

interface RecorderOptions {
  /** Sends a batch to the service that records it. */
  readonly send: (batch: Batch) => Promise<unknown>;
  readonly ids: Ids;
  readonly log: Logger;
  /** The largest size of what waits to be sent, in bytes, roughly. */
  readonly bytesAtMost?: number;
}

interface Waiting {
  readonly requester: Requester;
  readonly request: RecordedRequest;
  readonly secretHint: string | undefined;
  readonly bytes: number;
}

/**
 * Gathers what was asked and answered, after each answer, and sends it in batches (console 5.2). No request waits for it: while it cannot be sent it waits
 * here, up to a bound in bytes; what comes then is counted as lost, by integration and hour, and told with the next batch. A batch whose fate is
 * unknown is sent again under its id; one that the service cannot record is lost too, since it would hold up all others.
 */
export class RequestRecorder {
  readonly #options: RecorderOptions;
  readonly #bytesAtMost: number;
  #waiting: Waiting[] = [];
  #bytes = 0;
  /** The batch that is being sent, or must be sent again, and what it was made of. */
  #next: { readonly batch: Batch; readonly taken: readonly Waiting[] } | undefined;
  /** Whether the batch that is being sent is taken. */
  #sending: Promise<boolean> | undefined;
  #lost = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #recordedRequests = 0;
  #lostRequests = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#bytesAtMost = options.bytesAtMost ?? BYTES_AT_MOST;
  }

  /** Metrics: requests that were sent, that were dropped, and the bytes that wait. */
  get counts(): { readonly recorded: number; readonly lost: number; readonly bytes: number } {
    return { recorded: this.#recordedRequests, lost: this.#lostRequests, bytes: this.#bytes };
  }

  start(): void {
    this.#timer = setInterval(() => void this.#send(), EVERY_MS);
  }

  /** Sends what is left, as far as it can be sent at once. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    let isTaken = (await this.#sending) ?? true;
    while (isTaken) isTaken = (await this.#send()) ?? false;
  }

  /** Takes a request that was answered. Never throws, never waits. @param secretHint which secret was right, if any */
  note(requester: Requester, request: RecordedRequest, secretHint?: string): void {
    const bytes = sizeOf(request);
    if (this.#bytes + bytes > this.#bytesAtMost) {
      this.#lose(requester, request.time);
      return;
    }
    this.#bytes += bytes;
    if (this.#waiting.push({ requester, request, secretHint, bytes }) === REQUESTS_AT_MOST)
      setImmediate(() => void this.#send());
  }

  #lose({ institutionId, integrationId }: Requester, time: string): void {
    if (this.#lostRequests++ === 0)
      this.#options.log.warn('records of requests are being lost: activity does not take them');
    const key = `${institutionId} ${integrationId} ${time.slice(0, HOUR_LENGTH)}`;
    this.#lost.set(key, (this.#lost.get(key) ?? 0) + 1);
  }

  /** Sends one batch, the one that failed before any other, unless one is being sent. Undefined if there is nothing to send. */
  #send(): Promise<boolean> | undefined {
    if (this.#sending) return this.#sending;
    this.#next ??= this.#takeNext();
    if (!this.#next) return undefined;
    this.#sending = this.#deliver(this.#next).finally(() => {
      this.#sending = undefined;
      if (!this.#next && this.#waiting.length >= REQUESTS_AT_MOST) setImmediate(() => void this.#send());
    });
    return this.#sending;
  }

  /** Returns whether the batch is done with. */
  async #deliver({ batch, taken }: { readonly batch: Batch; readonly taken: readonly Waiting[] }): Promise<boolean> {
    const { log, send } = this.#options;
    try {
      await send(batch);
      this.#recordedRequests += taken.length;
    } catch (error) {
      if (!(error instanceof Refusal && CANNOT_RECORD.has(error.code))) {
        log.debug({ err: error }, 'records of requests could not be sent, and will be sent again');
        return false;
      }
      log.error({ err: error }, 'activity cannot record a batch of requests');
      for (const { requester, request } of taken) this.#lose(requester, request.time);
    }
    this.#next = undefined;
    this.#bytes -= taken.reduce((sum, { bytes }) => sum + bytes, 0);
    return true;
  }

  #takeNext() {
    if (this.#waiting.length === 0 && this.#lost.size === 0) return undefined;
    const taken = this.#waiting.splice(0, REQUESTS_AT_MOST);
    const lost = [...this.#lost].slice(0, REQUESTS_AT_MOST).map(([key, count]) => {
      this.#lost.delete(key);
      const [institutionId = '', integrationId = '', hour = ''] = key.split(' ');
      return { owner: `${institutionId} ${integrationId}`, hour: `${hour}:00:00.000Z`, count };
    });
    const owners = new Map<string, Gathered>();
    const ofOwner = (owner: string) =>
      owners.getOrInsertComputed(owner, () => ({ requests: [], lost: [], uses: new Map() }));
    for (const { requester, request, secretHint } of taken) {
      const own = ofOwner(`${requester.institutionId} ${requester.integrationId}`);
      own.requests.push(request);
      if (secretHint !== undefined) own.uses.set(secretHint, request.time);
    }
    for (const { owner, hour, count } of lost) ofOwner(owner).lost.push({ hour, count });
    const integrations = [...owners].map(([owner, own]) => {
      const [institutionId = '', integrationId = ''] = owner.split(' ');
      const uses = [...own.uses].map(([hint, lastUsedAt]) => ({ hint, lastUsedAt }));
      return { institutionId, integrationId, ...own, uses };
    });
    return { batch: { batchId: this.#options.ids.newId(), integrations }, taken };
  }
}

/** What a batch has of one integration. */
interface Gathered {
  readonly requests: RecordedRequest[];
  readonly lost: { hour: string; count: number }[];
  /** The last use of each secret, by its hint. */
  readonly uses: Map<string, string>;
}

/** `2026-10-05T08` of an instant. */
const HOUR_LENGTH = 13;
/** Refusals of what a batch contains: it would be refused again. */
const CANNOT_RECORD: ReadonlySet<string> = new Set(['REQUEST_INVALID', 'INTERNAL']);
const EVERY_MS = 500;
const REQUESTS_AT_MOST = 500;
const BYTES_AT_MOST = 16 * 1024 * 1024;

/** Roughly the memory that a record takes. */
function sizeOf({ path = '', detail = '', errors = '', userAgent = '' }: RecordedRequest): number {
  return 400 + path.length + (detail?.length ?? 0) + (errors?.length ?? 0) + (userAgent?.length ?? 0);
}
