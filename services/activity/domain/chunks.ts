import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import type { StateOf } from '../../../platform/core/resource.ts';
import type { Request } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';

/** An integration, of an institution. */
export interface Owner {
  readonly institutionId: string;
  readonly integrationId: string;
}

/** A request as it is stored: the fields of its message without the integration. */
export type StoredRequest = Omit<StateOf<Request>, 'integrationId' | GrantField> &
  Partial<Pick<StateOf<Request>, GrantField>>;

/** Earlier releases have not recorded what the integration was allowed. */
type GrantField = 'access' | 'areas';

/** Requests of an integration that arrived within one second: they are stored together. */
export interface Chunk extends Owner {
  /** The beginning of the second, instant text. */
  readonly second: string;
  readonly requests: readonly StoredRequest[];
}

/** A request id by which a request is found that its id’s time does not lead to. */
export interface NamedRequest extends Owner {
  readonly second: string;
  readonly requestId: string;
}

export const SECOND_MS = 1_000;

/** The beginning of an instant's second. Instant texts. */
export function secondOf(instant: string): string {
  return `${instant.slice(0, INSTANT_TO_SECOND)}.000Z`;
}

export function chunksOf(records: readonly (Owner & StoredRequest)[]): Chunk[] {
  const chunks = new Map<string, Chunk & { requests: StoredRequest[] }>();
  for (const { institutionId, integrationId, ...request } of records) {
    const second = secondOf(request.time);
    chunks
      .getOrInsertComputed(`${institutionId} ${integrationId} ${second}`, () => ({
        ...{ institutionId, integrationId, second, requests: [] },
      }))
      .requests.push(request);
  }
  return [...chunks.values()];
}

/** The request ids of chunks that must be noted, each once: those whose own time does not lead to their second. */
export function namedRequestsOf(chunks: readonly Chunk[]): NamedRequest[] {
  return chunks.flatMap(({ institutionId, integrationId, second, requests }) => {
    const at = fromInstantText(second);
    const ids = new Set(requests.map(({ requestId }) => requestId));
    return [...ids]
      .filter((requestId) => !startsOf(requestId).includes(at))
      .map((requestId) => ({ institutionId, integrationId, second, requestId }));
  });
}

/**
 * The seconds in which a request arrived whose id the gateway has made: a UUIDv7, which holds its time (RFC 9562, 5.7).
 * The id is a moment older than the request. None for other ids.
 */
export function secondsOf(requestId: string): string[] {
  return startsOf(requestId).map(toInstantText);
}

/** The same in epoch milliseconds. */
function startsOf(requestId: string): number[] {
  if (!UUID_V7.test(requestId)) return [];
  const ms = Number.parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), 16);
  const start = ms - (ms % SECOND_MS);
  // No later instant has a text of this form.
  return ms + SECOND_MS > LAST_MS ? [] : [start, start + SECOND_MS];
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSTANT_TO_SECOND = '2026-10-05T08:00:00'.length;
const LAST_MS = fromInstantText('9999-12-31T23:59:59.999Z');
