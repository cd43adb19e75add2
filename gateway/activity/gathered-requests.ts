import type { MessageInitShape } from '@bufbuild/protobuf';
import type { RecordRequestsRequestSchema, RequestSchema } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { DeprecatedFeature } from '../http/route-templates.ts';
import type { Deprecation } from '../schema/deprecation.ts';

/** The integration that made a request. */
export interface Requester {
  readonly institutionId: string;
  readonly integrationId: string;
}

type Request = MessageInitShape<typeof RequestSchema>;
export type RecordedRequest = Omit<Request, 'integrationId'> &
  Required<Pick<Request, 'time' | 'status' | 'durationMs' | 'bytesIn' | 'bytesOut'>>;

/** Requests that are recorded together, as the JSON that they are stored from. */
export class GatheredBatch {
  readonly #id: string;
  /** Outside of the heap: thousands of texts that wait would otherwise be moved by each garbage collection. */
  #json = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;
  count = 0;
  /** The same by institution. */
  readonly bytesOf = new Map<string, number>();
  /** Usage reported with this batch. */
  usage: GatheredUsage | undefined;

  constructor(id: string) {
    this.#id = id;
  }

  /** The bytes that it holds. */
  get bytes(): number {
    return this.#length;
  }

  add({ institutionId, integrationId }: Requester, request: RecordedRequest): void {
    const before = this.bytes;
    this.#write(JSON.stringify({ institutionId, integrationId, ...request }));
    this.bytesOf.set(institutionId, (this.bytesOf.get(institutionId) ?? 0) + this.bytes - before);
    this.count += 1;
  }

  message(): MessageInitShape<typeof RecordRequestsRequestSchema> {
    return { batchId: this.#id, requests: this.#records(), usage: this.usage?.message() ?? [] };
  }

  /** All requests that were added. */
  requests(): (Requester & RecordedRequest)[] {
    return JSON.parse(this.#records().toString());
  }

  #records(): Buffer {
    return Buffer.concat([OPEN, this.#json.subarray(this.#length === 0 ? 0 : 1, this.#length), CLOSE]);
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

/** Counts of requests by integration, hour, route and class of status. */
export class GatheredUsage {
  readonly #ofIntegrations = new Map<string, UsageOfIntegration>();

  get isEmpty(): boolean {
    return this.#ofIntegrations.size === 0;
  }

  /**
   * @param isRecorded whether its record is kept too: noting how long each of any number of others took would take
   * memory without a bound
   * @param secretHint which of the integration's secrets was right, if any
   */
  add(requester: Requester, request: RecordedRequest, isRecorded: boolean, secretHint: string | undefined): void {
    const { hours, uses } = this.#of(requester);
    const usage = usageIn(hours, request.time);
    if (secretHint !== undefined) uses.set(secretHint, request.time);
    if (isRecorded) usage.durationsMs.push(request.durationMs);
    count(usage, request, 1);
  }

  /** Counts what a request has used that is deprecated, whether or not its record is kept. */
  addDeprecated(requester: Requester, { time }: RecordedRequest, features: readonly DeprecatedFeature[]): void {
    if (features.length === 0) return;
    const { deprecated } = usageIn(this.#of(requester).hours, time);
    for (const { feature, since, sunset, anchor } of features) {
      const uses = { feature, since, ...(sunset !== undefined && { sunset }), anchor };
      deprecated.getOrInsertComputed(feature, () => ({ ...uses, requests: 0 })).requests += 1;
    }
  }

  /** Counts a request of which nothing else is kept. */
  addLost(requester: Requester, request: RecordedRequest): void {
    usageIn(this.#of(requester).hours, request.time).lost += 1;
  }

  /** Counts the requests of a batch as lost that were counted before, here or elsewhere. */
  subtract(requests: readonly (Requester & RecordedRequest)[]): void {
    for (const request of requests) {
      const usage = usageIn(this.#of(request).hours, request.time);
      usage.lost += 1;
      count(usage, request, -1);
    }
  }

  /** Counts everything as lost that another has counted. */
  mergeAsLost(other: GatheredUsage): void {
    for (const { requester, hours } of other.#ofIntegrations.values()) {
      for (const [hour, usage] of hours) {
        const requests = routesOf(usage).reduce((sum, route) => sum + route.requests, 0);
        usageIn(this.#of(requester).hours, hour).lost += requests + usage.lost;
      }
    }
  }

  message(): NonNullable<MessageInitShape<typeof RecordRequestsRequestSchema>['usage']> {
    return [...this.#ofIntegrations.values()].map(({ requester, hours, uses }) => ({
      institutionId: requester.institutionId,
      integrationId: requester.integrationId,
      hours: [...hours].map(([hour, usage]) => {
        const { durationsMs, lost, deprecated } = usage;
        return {
          ...{ hour: `${hour}:00:00.000Z`, routes: routesOf(usage), durationsMs, lost },
          ...(deprecated.size > 0 && { deprecated: [...deprecated.values()] }),
        };
      }),
      uses: [...uses].map(([hint, lastUsedAt]) => ({ hint, lastUsedAt })),
    }));
  }

  #of({ institutionId, integrationId }: Requester): UsageOfIntegration {
    return this.#ofIntegrations.getOrInsertComputed(integrationId, () => ({
      ...{ requester: { institutionId, integrationId }, hours: new Map(), uses: new Map() },
    }));
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
  /** By feature. */
  readonly deprecated: Map<string, UsesOfDeprecated>;
  lost: number;
}

interface UsesOfDeprecated extends Deprecation {
  readonly feature: string;
  requests: number;
}

interface Counts {
  requests: number;
  rateLimited: number;
  bytesIn: number;
  bytesOut: number;
}

function count(
  { routes }: UsageOfHour,
  { route = '', status, bytesIn, bytesOut }: RecordedRequest,
  times: 1 | -1,
): void {
  const classes = routes.getOrInsertComputed(route, () => []);
  const statusClass = Math.floor(status / 100);
  const counts = classes[statusClass] ?? { requests: 0, rateLimited: 0, bytesIn: 0, bytesOut: 0 };
  classes[statusClass] = counts;
  counts.requests += times;
  if (status === 429) counts.rateLimited += times;
  counts.bytesIn += times * bytesIn;
  counts.bytesOut += times * bytesOut;
}

function usageIn(hours: Map<string, UsageOfHour>, time: string): UsageOfHour {
  return hours.getOrInsertComputed(time.slice(0, HOUR_LENGTH), () => ({
    ...{ routes: new Map(), durationsMs: [], deprecated: new Map(), lost: 0 },
  }));
}

function routesOf({ routes }: UsageOfHour) {
  return [...routes].flatMap(([route, classes]) =>
    classes.flatMap(({ requests, rateLimited, bytesIn, bytesOut }, statusClass) => ({
      ...{ route, statusClass, requests, rateLimited, bytesIn: BigInt(bytesIn), bytesOut: BigInt(bytesOut) },
    })),
  );
}

const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')];
const COMMA = ','.charCodeAt(0);
const FIRST_BYTES = 16 * 1024;
/** The most that UTF-8 needs for a character. */
const BYTES_OF_CHARACTER = 3;
const HOUR_LENGTH = '2026-10-05T08'.length;
