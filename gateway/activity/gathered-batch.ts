import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  RecordRequestsRequestSchema,
  RequestSchema,
  UsageOfHourSchema,
} from '../../proto/gen/lyceum/activity/v1/request_pb.ts';

/** The integration that made a request. */
export interface Requester {
  readonly institutionId: string;
  readonly integrationId: string;
}

type Request = MessageInitShape<typeof RequestSchema>;
export type RecordedRequest = Omit<Request, 'integrationId'> &
  Required<Pick<Request, 'time' | 'status' | 'durationMs' | 'bytesIn' | 'bytesOut'>>;

/** Requests that are recorded together, as the JSON that they are stored from, and what is counted of them. */
export class GatheredBatch {
  readonly #id: string;
  readonly #usage = new Map<string, UsageOfIntegration>();
  /** Outside of the heap: thousands of texts that wait would otherwise be moved by each garbage collection. */
  #json = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;
  count = 0;

  constructor(id: string) {
    this.#id = id;
  }

  /** The bytes of its records. */
  get bytes(): number {
    return this.#length;
  }

  get isEmpty(): boolean {
    return this.#usage.size === 0;
  }

  /** @param secretHint which of the integration's secrets was right, if any */
  add(requester: Requester, request: RecordedRequest, secretHint: string | undefined): void {
    const { institutionId, integrationId } = requester;
    this.#write(JSON.stringify({ institutionId, integrationId, ...request }));
    this.count += 1;
    const { hours, uses } = this.#of(requester);
    if (secretHint !== undefined) uses.set(secretHint, request.time);
    const { durationsMs, routes } = usageIn(hours, request.time);
    durationsMs.push(request.durationMs);
    const classes = routes.getOrInsertComputed(request.route ?? '', () => []);
    const statusClass = Math.floor(request.status / 100);
    const counts = classes[statusClass] ?? { requests: 0, rateLimited: 0, bytesIn: 0, bytesOut: 0 };
    classes[statusClass] = counts;
    counts.requests += 1;
    if (request.status === 429) counts.rateLimited += 1;
    counts.bytesIn += request.bytesIn;
    counts.bytesOut += request.bytesOut;
  }

  /** Counts a request that is not recorded. @param time when it arrived */
  lose(requester: Requester, time: string): void {
    usageIn(this.#of(requester).hours, time).lost += 1;
  }

  /** Counts what a batch had that cannot be recorded. */
  loseAllOf(other: GatheredBatch): void {
    for (const { requester, hours } of other.#usage.values()) {
      for (const [hour, { durationsMs, lost }] of hours)
        usageIn(this.#of(requester).hours, hour).lost += durationsMs.length + lost;
    }
  }

  message(): MessageInitShape<typeof RecordRequestsRequestSchema> {
    const usage = [...this.#usage.values()].map(({ requester, hours, uses }) => ({
      institutionId: requester.institutionId,
      integrationId: requester.integrationId,
      hours: [...hours].map(([hour, counts]) => ({ hour: `${hour}:00:00.000Z`, ...counts, routes: routesOf(counts) })),
      uses: [...uses].map(([hint, lastUsedAt]) => ({ hint, lastUsedAt })),
    }));
    const requests = Buffer.concat([OPEN, this.#json.subarray(this.#length === 0 ? 0 : 1, this.#length), CLOSE]);
    return { batchId: this.#id, requests, usage };
  }

  #of(requester: Requester): UsageOfIntegration {
    return this.#usage.getOrInsertComputed(requester.integrationId, () => ({
      ...{ requester, hours: new Map(), uses: new Map() },
    }));
  }

  #write(record: string): void {
    const most = this.#length + record.length * BYTES_OF_CHARACTER + 1;
    if (most > this.#json.length) {
      const longer = Buffer.allocUnsafe(most * 2);
      this.#json.copy(longer, 0, 0, this.#length);
      this.#json = longer;
    }
    this.#json[this.#length] = COMMA;
    this.#length += 1 + this.#json.write(record, this.#length + 1);
  }
}

interface UsageOfIntegration {
  readonly requester: Requester;
  /** By hour: `2026-10-05T08`. */
  readonly hours: Map<string, UsageOfHour>;
  /** The last use of each secret, by its hint. */
  readonly uses: Map<string, string>;
}

interface UsageOfHour {
  /** By route and hundreds of the status. */
  readonly routes: Map<string, Counts[]>;
  readonly durationsMs: number[];
  lost: number;
}

interface Counts {
  requests: number;
  rateLimited: number;
  bytesIn: number;
  bytesOut: number;
}

function usageIn(hours: Map<string, UsageOfHour>, time: string): UsageOfHour {
  return hours.getOrInsertComputed(time.slice(0, HOUR_LENGTH), () => ({ routes: new Map(), durationsMs: [], lost: 0 }));
}

function routesOf({ routes }: UsageOfHour): MessageInitShape<typeof UsageOfHourSchema>['routes'] & object {
  return [...routes].flatMap(([route, classes]) =>
    classes.flatMap(({ requests, rateLimited, bytesIn, bytesOut }, statusClass) => ({
      ...{ route, statusClass, requests, rateLimited, bytesIn: BigInt(bytesIn), bytesOut: BigInt(bytesOut) },
    })),
  );
}

const HOUR_LENGTH = '2026-10-05T08'.length;
const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')];
const COMMA = ','.charCodeAt(0);
const FIRST_BYTES = 16 * 1024;
/** The most that UTF-8 needs for a character. */
const BYTES_OF_CHARACTER = 3;
