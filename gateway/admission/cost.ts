import { BODY_BOUNDS } from '../body/received-body.ts';
import { lengthOf } from '../connection/connections.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';

/** What a request of an endpoint costs without its body: 1, and 4 for each mebibyte that its answer may have. */
export function costOf(endpoint: Endpoint): number {
  const mebibytes = endpoint.answerMebibytes ?? (endpoint.kind === 'list' ? 1 : 0);
  return 1 + COST_PER_MEBIBYTE * mebibytes;
}

/** What its body adds: a byte of it costs sixteen times as much as one of an answer, because it is checked, stored, audited and returned. */
export function costOfBody(request: Parameters<typeof lengthOf>[0]): number {
  const bytes = Math.min(lengthOf(request), BODY_BOUNDS.bytes);
  return Math.floor(bytes / BYTES_PER_COST);
}

const COST_PER_MEBIBYTE = 4;
const BYTES_PER_COST = 16 * 1024;
