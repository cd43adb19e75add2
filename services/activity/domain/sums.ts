import type { UsageOfIntegration } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { countsOf, type DurationCounts } from './durations.ts';

interface Key {
  readonly institutionId: string;
  readonly integrationId: string;
  /** Instant text. */
  readonly hour: string;
}

/** The requests of an integration in an hour, to one route, with one class of statuses. */
export interface RouteSums extends Key {
  readonly route: string;
  readonly statusClass: number;
  readonly requests: number;
  readonly rateLimited: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** The counts of all requests of an integration in an hour. */
export interface HourSums extends Key {
  readonly durations: DurationCounts;
  readonly lost: number;
}

/** The uses of a deprecated feature, by an integration in an hour. */
export interface UsesSums extends Key {
  readonly feature: string;
  readonly since: string;
  readonly sunset: string | null;
  readonly anchor: string;
  readonly requests: number;
}

/**
 * The sums of a batch, in the order of their keys: batches that are recorded at the same time then lock rows in one
 * order.
 */
export function sumsOf(batch: readonly UsageOfIntegration[]): {
  routes: RouteSums[];
  hours: HourSums[];
  uses: UsesSums[];
} {
  const all = batch.flatMap(({ institutionId, integrationId, hours }) =>
    hours.map((usage) => ({ key: { institutionId, integrationId, hour: usage.hour }, usage })),
  );
  const routes = all.flatMap(({ key, usage }) =>
    usage.routes.map(({ route, statusClass, requests, rateLimited, bytesIn, bytesOut }) => ({
      ...key,
      ...{ route, statusClass, requests, rateLimited, bytesIn: Number(bytesIn), bytesOut: Number(bytesOut) },
    })),
  );
  const hours = all.map(({ key, usage: { durationsMs, lost } }) => ({
    ...key,
    durations: countsOf(durationsMs),
    lost,
  }));
  const uses = all.flatMap(({ key, usage: { deprecated } }) =>
    deprecated.map(({ feature, since, sunset = null, anchor, requests }) => ({
      ...key,
      ...{ feature, since, sunset, anchor, requests },
    })),
  );
  return {
    ...{ routes: inOrder(routes, routeKey), hours: inOrder(hours, hourKey) },
    uses: inOrder(uses, (each) => `${hourKey(each)} ${each.feature}`),
  };
}

function inOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

function hourKey({ institutionId, integrationId, hour }: Key): string {
  return `${institutionId} ${hour} ${integrationId}`;
}

function routeKey(sums: RouteSums): string {
  return `${hourKey(sums)} ${sums.route} ${sums.statusClass}`;
}
