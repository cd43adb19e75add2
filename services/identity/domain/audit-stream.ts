import { type AttemptResult, isSuccess } from '../../../platform/core/attempt.ts';
import { HOUR_MS } from '../../../platform/core/instant.ts';

export type StreamKind = 'https' | 'splunk_hec' | 'otlp_http';

/** The most records of a batch. */
export const BATCH_RECORDS = 200;

/** How far a stream has come. Instants are epoch milliseconds. */
export interface Progress {
  /** After which its next batch begins. */
  readonly cursor: string;
  readonly batchSize: number;
  readonly failures: number;
  readonly failingSince: number | null;
  readonly fault: string | null;
  readonly acceptedAt: number | null;
  /** When it is sent next; null if it is paused. */
  readonly dueAt: number | null;
}

/** The progress of a stream that begins, or that somebody sets going again. */
export function begun(cursor: string, now: number): Omit<Progress, 'acceptedAt'> {
  return { cursor, batchSize: BATCH_RECORDS, failures: 0, failingSince: null, fault: null, dueAt: now };
}

interface Batch {
  readonly kind: StreamKind;
  readonly records: number;
  /** The cursor of its last record. */
  readonly end: string;
  readonly result: AttemptResult;
}

/**
 * A stream after a batch: it moves on only behind what the receiver says to have accepted. A refusal that the same
 * request would get again pauses it, all other failures are tried again without end, less and less often.
 */
export function afterBatch(before: Progress, { kind, records, end, result }: Batch, now: number): Progress {
  if (isAccepted(kind, result)) return { ...begun(end, now), batchSize: before.batchSize, acceptedAt: now };
  const { status } = result;
  // A smaller one may be accepted.
  if (status === 413 && records > 1) return { ...before, batchSize: Math.floor(records / 2), dueAt: now };
  const fault = result.error ?? (isSuccess(result) ? 'not_accepted' : `${status}`);
  const failures = before.failures + 1;
  const failing = { ...before, failures, fault, failingSince: before.failingSince ?? now };
  if (result.error === null && isFinal(status)) return { ...failing, dueAt: null };
  return { ...failing, dueAt: now + (WAITS_MS[failures - 1] ?? LONGEST_MS) };
}

/** Whether the same request would be refused again: all of 3xx and 4xx, but for what says that it is about the moment. */
function isFinal(status: number | null): boolean {
  return status !== null && status >= 300 && status < 500 && !OF_THE_MOMENT.has(status);
}

const OF_THE_MOMENT = new Set([408, 425, 429]);
const LONGEST_MS = HOUR_MS;
const WAITS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000];

/** A status alone does not say it: collectors and what stands before them answer with 200, too, when they lose a batch. */
function isAccepted(kind: StreamKind, result: AttemptResult): boolean {
  if (!isSuccess(result)) return false;
  if (kind === 'https') return true;
  const text = result.response ?? '';
  if (kind === 'splunk_hec') return result.status === 200 && (parsed(text) as { code?: unknown })?.code === 0;
  // OTLP: an empty message is empty text for some collectors.
  if (text.trim() === '') return true;
  const answer = parsed(text) as { partialSuccess?: { rejectedLogRecords?: unknown } | null } | undefined;
  return typeof answer === 'object' && answer !== null && Number(answer.partialSuccess?.rejectedLogRecords ?? 0) === 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The address to which batches are sent: of a collector's root, that of its events. */
export function sendingUrl(kind: StreamKind, url: string): string {
  const { pathname, search, href } = new URL(url);
  const isRoot = pathname === '/' && search === '';
  return isRoot && kind !== 'https' ? new URL(PATHS[kind], href).href : href;
}

const PATHS = { splunk_hec: '/services/collector/event', otlp_http: '/v1/logs' };
