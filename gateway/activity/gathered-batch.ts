import type { MessageInitShape } from '@bufbuild/protobuf';
import type { RecordRequestsRequestSchema } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';

/** The integration that made a request. */
export interface Requester {
  readonly institutionId: string;
  readonly integrationId: string;
}

/** Requests of integrations that are recorded together. */
export class GatheredBatch {
  readonly #id: string;
  readonly #ofIntegrations = new Map<string, OfIntegration>();
  /** How many requests it has, and their bytes. */
  count = 0;
  bytes = 0;

  constructor(id: string) {
    this.#id = id;
  }

  get isEmpty(): boolean {
    return this.#ofIntegrations.size === 0;
  }

  add(requester: Requester, { text, time, secretHint }: GatheredRequest): void {
    const own = this.#of(requester);
    own.requests.push(text);
    own.times.push(time);
    if (secretHint !== undefined) own.uses.set(secretHint, time);
    this.count += 1;
    this.bytes += text.length;
  }

  /** Counts requests that are not recorded, by the hour in which they arrived. @param time of one of them */
  lose(requester: Requester, time: string, count = 1): void {
    const { lost } = this.#of(requester);
    const hour = `${time.slice(0, HOUR_LENGTH)}:00:00.000Z`;
    lost.set(hour, (lost.get(hour) ?? 0) + count);
  }

  /** Counts all requests of a batch that cannot be recorded. */
  loseAllOf(other: GatheredBatch): void {
    for (const { requester, times, lost } of other.#ofIntegrations.values()) {
      for (const time of times) this.lose(requester, time);
      for (const [hour, count] of lost) this.lose(requester, hour, count);
    }
  }

  message(): MessageInitShape<typeof RecordRequestsRequestSchema> {
    const integrations = [...this.#ofIntegrations.values()].map(({ requester, requests, lost, uses }) => ({
      institutionId: requester.institutionId,
      integrationId: requester.integrationId,
      requests: `[${requests.join()}]`,
      lost: [...lost].map(([hour, count]) => ({ hour, count })),
      uses: [...uses].map(([hint, lastUsedAt]) => ({ hint, lastUsedAt })),
    }));
    return { batchId: this.#id, integrations };
  }

  #of(requester: Requester): OfIntegration {
    return this.#ofIntegrations.getOrInsertComputed(requester.integrationId, () => ({
      ...{ requester, requests: [], times: [], lost: new Map(), uses: new Map() },
    }));
  }
}

interface GatheredRequest {
  /** A record in ProtoJSON. */
  readonly text: string;
  /** Instant text. */
  readonly time: string;
  /** Which of the integration's secrets was right, if any. */
  readonly secretHint: string | undefined;
}

interface OfIntegration {
  readonly requester: Requester;
  readonly requests: string[];
  readonly times: string[];
  /** How many requests were lost, by hour. */
  readonly lost: Map<string, number>;
  /** The last use of each secret, by its hint. */
  readonly uses: Map<string, string>;
}

/** `2026-10-05T08` of an instant. */
const HOUR_LENGTH = 13;
