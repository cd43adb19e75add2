import { isUuid } from '../../../platform/core/ids.ts';
import { fromInstantText, isInstantText } from '../../../platform/core/instant.ts';
import type { StateOf } from '../../../platform/core/resource.ts';
import type {
  Request,
  UsageOfHour,
  UsageOfIntegration,
  UsageOfRoute,
} from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { Owner, Proofs } from './proofs.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A request as it is stored: what its message has, but the integration. */
export type StoredRequest = Omit<StateOf<Request>, 'integrationId'>;

/**
 * The records of a batch that are proven and within bounds, and how many were left out: a gateway sends none of these,
 * but whoever reaches the port may.
 */
export function acceptableRecords(
  json: Uint8Array,
  proofs: Proofs,
): { records: (Owner & StoredRequest)[]; leftOut: number } {
  const all = parsed(json);
  const records = all.filter((each) => isRecord(each)).filter((each) => isProven(each, proofs));
  return { records, leftOut: all.length - records.length };
}

/** The sums of a batch that are proven and within bounds. */
export function acceptableUsage(usage: readonly UsageOfIntegration[], proofs: Proofs): UsageOfIntegration[] {
  return usage.map((of) => ({
    ...of,
    hours: of.hours.flatMap((each) => acceptableHour(each, of, proofs) ?? []),
    uses: of.uses.filter(({ lastUsedAt }) => proofs.inHourOf(of, lastUsedAt) === 'all'),
  }));
}

function acceptableHour(hour: UsageOfHour, owner: Owner, proofs: Proofs): UsageOfHour | undefined {
  const proven = proofs.inHourOf(owner, hour.hour);
  if (proven === 'nothing' || hour.lost < 0) return undefined;
  const routes = hour.routes.filter((each) => isSum(each) && (proven === 'all' || each.statusClass === 4));
  return { ...hour, routes };
}

function isSum({ route, statusClass, bytesIn, bytesOut }: UsageOfRoute): boolean {
  const isCount = (bytes: bigint) => bytes >= -MAX_BYTES && bytes <= MAX_BYTES;
  return (
    isText(route, CHARACTERS.route) && statusClass >= 1 && statusClass <= 5 && isCount(bytesIn) && isCount(bytesOut)
  );
}

function parsed(json: Uint8Array): unknown[] {
  if (json.length === 0) return [];
  try {
    const value: unknown = JSON.parse(utf8.decode(json));
    return Array.isArray(value) ? value : [value];
  } catch {
    return [undefined];
  }
}

function isProven(record: Owner & StoredRequest, proofs: Proofs): boolean {
  const proven = proofs.at(record, fromInstantText(record.time));
  return proven === 'all' || (proven === 'rejected' && record.status === 401);
}

/** Whether a value has what a record holds. */
function isRecord(value: unknown): value is Owner & StoredRequest {
  if (typeof value !== 'object' || value === null) return false;
  const { id, time, requestId, method, route, path, status, code, detail, errors } = value as Fields;
  const { durationMs, bytesIn, bytesOut, isReplay, rateLimitRemaining, userAgent, clientAddress } = value as Fields;
  // The ids of institution and integration are among those that are proven, or the record is left out anyway.
  return (
    isId(id) &&
    typeof time === 'string' &&
    isInstantText(time) &&
    isText(requestId, CHARACTERS.word) &&
    isText(method, CHARACTERS.word) &&
    (isAbsent(route) || isText(route, CHARACTERS.route)) &&
    isText(path, CHARACTERS.path) &&
    isInteger(status, 100) &&
    (isAbsent(code) || isText(code, CHARACTERS.word)) &&
    (isAbsent(detail) || isText(detail, CHARACTERS.path)) &&
    (isAbsent(errors) || isErrors(errors)) &&
    Number.isFinite(durationMs) &&
    isInteger(bytesIn, 0) &&
    isInteger(bytesOut, 0) &&
    typeof isReplay === 'boolean' &&
    (isAbsent(rateLimitRemaining) || isInteger(rateLimitRemaining, 0)) &&
    (isAbsent(userAgent) || isText(userAgent, CHARACTERS.path)) &&
    (isAbsent(clientAddress) || isText(clientAddress, CHARACTERS.word))
  );
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && isUuid(value) && value === value.toLowerCase();
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isInteger(value: unknown, least: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= INT32_MAX;
}

/** PostgreSQL holds neither U+0000 nor half a surrogate pair. */
function isText(value: unknown, maxCharacters: number): value is string {
  return typeof value === 'string' && value.length <= maxCharacters && value.isWellFormed() && !value.includes('\0');
}

/** A problem's errors as the answers of the API have them. */
function isErrors(value: unknown): boolean {
  if (!isText(value, CHARACTERS.errors)) return false;
  try {
    const errors: unknown = JSON.parse(value);
    return Array.isArray(errors) && errors.every(isError);
  } catch {
    return false;
  }
}

function isError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ['field', 'message', 'code', 'pointer'].every((name) => typeof (value as Fields)[name] === 'string');
}

/** Far more than a gateway sends. */
const CHARACTERS = { word: 200, route: 1_000, path: 4_000, errors: 20_000 };

const utf8 = new TextDecoder('utf-8', { fatal: true });
const INT32_MAX = 2_147_483_647;
/** A petabyte: more than a gateway can count in an hour, and a sum stays a number that JavaScript has exactly. */
const MAX_BYTES = 2n ** 50n;
