import type { MessageInitShape } from '@bufbuild/protobuf';
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
 * unknown is sent again under its id.
 */
export class RequestRecorder {
  readonly #options: RecorderOptions;
  readonly #bytesAtMost: number;
  #waiting: Waiting[] = [];
  #bytes = 0;
  /** The batch that is being sent, or must be sent again, and its size. */
  #sending: { readonly batch: Batch; readonly bytes: number; readonly count: number } | undefined;
  #isSending = false;
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
    while (this.#waiting.length > 0 && (await this.#send()));
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

  /** Sends one batch, the one that failed before any other. Returns whether it was taken. */
  async #send(): Promise<boolean> {
    if (this.#isSending) return false;
    const sending = this.#sending ?? this.#next();
    if (!sending) return false;
    this.#sending = sending;
    this.#isSending = true;
    try {
      await this.#options.send(sending.batch);
      this.#sending = undefined;
      this.#bytes -= sending.bytes;
      this.#recordedRequests += sending.count;
      return true;
    } catch (error) {
      this.#options.log.debug({ err: error }, 'records of requests could not be sent, and will be sent again');
      return false;
    } finally {
      this.#isSending = false;
      if (!this.#sending && this.#waiting.length >= REQUESTS_AT_MOST) setImmediate(() => void this.#send());
    }
  }

  #next() {
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
    return {
      batch: { batchId: this.#options.ids.newId(), integrations },
      bytes: taken.reduce((sum, { bytes }) => sum + bytes, 0),
      count: taken.length,
    };
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
const EVERY_MS = 500;
const REQUESTS_AT_MOST = 500;
const BYTES_AT_MOST = 16 * 1024 * 1024;

/** Roughly the memory that a record takes. */
function sizeOf({ path = '', detail = '', errors = '', userAgent = '' }: RecordedRequest): number {
  return 400 + path.length + (detail?.length ?? 0) + (errors?.length ?? 0) + (userAgent?.length ?? 0);
}
