import type { MessageInitShape } from '@bufbuild/protobuf';
import type { RecordRequestsRequestSchema, RequestSchema } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';

/** The integration that made a request. */
export interface Requester {
  readonly institutionId: string;
  readonly integrationId: string;
  /** What directory has signed about it, which activity believes. */
  readonly identity: string;
}

type Owner = Omit<Requester, 'identity'>;

type Request = MessageInitShape<typeof RequestSchema>;
export type RecordedRequest = Omit<Request, 'integrationId'> &
  Required<Pick<Request, 'time' | 'status' | 'durationMs' | 'bytesIn' | 'bytesOut'>>;

/** What is counted of requests. */
export class GatheredUsage {
  readonly #ofIntegrations = new Map<string, UsageOfIntegration>();
  /** What directory has signed about the integrations, for each hour in which they made requests. */
  readonly identities = new Set<string>();

  get isEmpty(): boolean {
    return this.#ofIntegrations.size === 0;
  }

  /**
   * @param isRecorded whether its record is kept too: noting how long each of any number of others took would take memory without a bound
   * @param secretHint which of the integration's secrets was right, if any
   */
  add(requester: Requester, request: RecordedRequest, isRecorded: boolean, secretHint: string | undefined): void {
    const { usage, uses } = this.#hourOf(requester, request);
    if (secretHint !== undefined) uses.set(secretHint, request.time);
    if (isRecorded) usage.durationsMs.push(request.durationMs);
    count(usage, request, 1);
  }

  /** Counts a request of which nothing else is kept. */
  lose(requester: Requester, request: RecordedRequest): void {
    this.#hourOf(requester, request).usage.lost += 1;
  }

  /** Counts the requests of a batch as lost that were counted before, here or elsewhere. */
  loseCounted(requests: readonly (Owner & RecordedRequest)[], identities: Iterable<string>): void {
    for (const identity of identities) this.identities.add(identity);
    for (const request of requests) {
      const usage = usageIn(this.#of(request).hours, request.time);
      usage.lost += 1;
      count(usage, request, -1);
    }
  }

  /** Counts everything as lost that another has counted. */
  loseAllOf(other: GatheredUsage): void {
    for (const identity of other.identities) this.identities.add(identity);
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
        const { durationsMs, lost } = usage;
        return { hour: `${hour}:00:00.000Z`, routes: routesOf(usage), durationsMs, lost };
      }),
      uses: [...uses].map(([hint, lastUsedAt]) => ({ hint, lastUsedAt })),
    }));
  }

  #hourOf(requester: Requester, { time, status }: RecordedRequest) {
    const { hours, uses } = this.#of(requester);
    const usage = usageIn(hours, time);
    // With a wrong secret, directory vouches for less.
    const provenBy = status === 401 ? 'isShown' : 'isProven';
    if (!usage[provenBy]) this.identities.add(requester.identity);
    usage[provenBy] = true;
    return { usage, uses };
  }

  #of({ institutionId, integrationId }: Owner): UsageOfIntegration {
    return this.#ofIntegrations.getOrInsertComputed(integrationId, () => ({
      ...{ requester: { institutionId, integrationId }, hours: new Map(), uses: new Map() },
    }));
  }
}

interface UsageOfIntegration {
  readonly requester: Owner;
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
  /** Whether there is an identity for requests with a right secret, and one for those with a wrong one. */
  isProven: boolean;
  isShown: boolean;
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
    ...{ routes: new Map(), durationsMs: [], lost: 0, isProven: false, isShown: false },
  }));
}

function routesOf({ routes }: UsageOfHour) {
  return [...routes].flatMap(([route, classes]) =>
    classes.flatMap(({ requests, rateLimited, bytesIn, bytesOut }, statusClass) => ({
      ...{ route, statusClass, requests, rateLimited, bytesIn: BigInt(bytesIn), bytesOut: BigInt(bytesOut) },
    })),
  );
}

const HOUR_LENGTH = '2026-10-05T08'.length;
