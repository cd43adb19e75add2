import type { Endpoint } from '../endpoint/endpoint.ts';

/** What a request of an endpoint costs without its body: 1, and 4 for each mebibyte that its answer may have. */
export function costOf(endpoint: Endpoint): number {
  return 1 + COST_PER_MEBIBYTE * (endpoint.answerMebibytes ?? (endpoint.kind === 'list' ? 1 : 0));
}

const COST_PER_MEBIBYTE = 4;
