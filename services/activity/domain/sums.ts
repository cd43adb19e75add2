import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import type { RequestsOfIntegration } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
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

/** What is counted of an integration's requests in an hour altogether. */
export interface HourSums extends Key {
  readonly durations: DurationCounts;
  readonly lost: number;
}

/** What the sums are made of, in a {@link RequestsOfIntegration}'s JSON. */
interface Summed {
  readonly time: string;
  readonly route?: string;
  readonly status: number;
  readonly durationMs: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** The sums of a batch, in the order of their keys: batches that are recorded at the same time then lock rows in one order. */
export function sumsOf(batch: readonly RequestsOfIntegration[]): { routes: RouteSums[]; hours: HourSums[] } {
  const inOrder = batch
    .toSorted((a, b) => compare(keyOf(a), keyOf(b)))
    .map((own) => ({ ...own, requests: JSON.parse(own.requests || '[]') as Summed[] }));
  return { routes: inOrder.flatMap(routesOf).toSorted(byHour), hours: inOrder.flatMap(hoursOf).toSorted(byHour) };
}

type Parsed = Omit<RequestsOfIntegration, 'requests'> & { readonly requests: readonly Summed[] };

function routesOf({ institutionId, integrationId, requests }: Parsed): RouteSums[] {
  const groups = Map.groupBy(
    requests,
    ({ time, route, status }) => `${hourOf(time)} ${classOf(status)} ${route ?? ''}`,
  );
  return [...groups]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([, [first, ...others]]) => {
      const all = [first as Summed, ...others];
      return {
        institutionId,
        integrationId,
        hour: hourOf(first?.time ?? ''),
        route: first?.route ?? '',
        statusClass: classOf(first?.status ?? 0),
        requests: all.length,
        rateLimited: all.filter(({ status }) => status === 429).length,
        bytesIn: all.reduce((sum, { bytesIn }) => sum + bytesIn, 0),
        bytesOut: all.reduce((sum, { bytesOut }) => sum + bytesOut, 0),
      };
    });
}

function hoursOf({ institutionId, integrationId, requests, lost }: Parsed): HourSums[] {
  const ofHours = Map.groupBy(requests, ({ time }) => hourOf(time));
  const lostIn = new Map(lost.map(({ hour, count }) => [hourOf(hour), count]));
  return [...new Set([...ofHours.keys(), ...lostIn.keys()])].toSorted(compare).map((hour) => ({
    institutionId,
    integrationId,
    hour,
    durations: countsOf((ofHours.get(hour) ?? []).map(({ durationMs }) => durationMs)),
    lost: lostIn.get(hour) ?? 0,
  }));
}

const HOUR_MS = 60 * 60 * 1_000;

/** The beginning of the hour that an instant lies in. */
export function hourOf(time: string): string {
  const at = fromInstantText(time);
  return toInstantText(at - (at % HOUR_MS));
}

function classOf(status: number): number {
  return Math.floor(status / 100);
}

function keyOf({ institutionId, integrationId }: RequestsOfIntegration): string {
  return `${institutionId} ${integrationId}`;
}

function byHour(a: Key, b: Key): number {
  return compare(a.institutionId, b.institutionId) || compare(a.hour, b.hour);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
