import type { MessageInitShape } from '@bufbuild/protobuf';
import type { RecordRequestsRequestSchema, RequestSchema } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';

/** The integration that made a request. */
export interface Requester {
  readonly institutionId: string;
  readonly integrationId: string;
}

type Request = MessageInitShape<typeof RequestSchema>;
export type RecordedRequest = Omit<Request, 'integrationId'> &
  Required<Pick<Request, 'time' | 'status' | 'durationMs' | 'bytesIn' | 'bytesOut'>>;

/** What is counted of requests. */
export class GatheredUsage {
  readonly #ofIntegrations = new Map<string, UsageOfIntegration>();

  get isEmpty(): boolean {
    return this.#ofIntegrations.size === 0;
  }

  /** @param secretHint which of the integration's secrets was right, if any */
  add(requester: Requester, request: RecordedRequest, secretHint: string | undefined): void {
    const { hours, uses } = this.#of(requester);
    if (secretHint !== undefined) uses.set(secretHint, request.time);
    const usage = usageIn(hours, request.time);
    usage.durationsMs.push(request.durationMs);
    count(usage, request, 1);
  }

  /** Counts a request that is not recorded. @param time when it arrived */
  lose(requester: Requester, time: string): void {
    usageIn(this.#of(requester).hours, time).lost += 1;
  }

  /** Counts a request as lost that was counted before, here or elsewhere. */
  loseCounted(requester: Requester, request: RecordedRequest): void {
    const usage = usageIn(this.#of(requester).hours, request.time);
    usage.lost += 1;
    count(usage, request, -1);
  }

  /** Counts everything as lost that another has counted. */
  loseAllOf(other: GatheredUsage): void {
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
      hours: [...hours].map(([hour, counts]) => ({ hour: `${hour}:00:00.000Z`, ...counts, routes: routesOf(counts) })),
      uses: [...uses].map(([hint, lastUsedAt]) => ({ hint, lastUsedAt })),
    }));
  }

  #of(requester: Requester): UsageOfIntegration {
    return this.#ofIntegrations.getOrInsertComputed(requester.integrationId, () => ({
      ...{ requester, hours: new Map(), uses: new Map() },
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
  lost: number;
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
  return hours.getOrInsertComputed(time.slice(0, HOUR_LENGTH), () => ({ routes: new Map(), durationsMs: [], lost: 0 }));
}

function routesOf({ routes }: UsageOfHour) {
  return [...routes].flatMap(([route, classes]) =>
    classes.flatMap(({ requests, rateLimited, bytesIn, bytesOut }, statusClass) => ({
      ...{ route, statusClass, requests, rateLimited, bytesIn: BigInt(bytesIn), bytesOut: BigInt(bytesOut) },
    })),
  );
}

const HOUR_LENGTH = '2026-10-05T08'.length;
