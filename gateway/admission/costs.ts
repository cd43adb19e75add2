import { LRUCache } from 'lru-cache';

/** The expected size of an answer, and when it was last noted, in epoch milliseconds. */
interface Expected {
  readonly bytes: number;
  readonly at: number;
}

/**
 * The cost of requests, estimated before they begin: 1, and more for their bodies and for their answers. An answer is
 * expected to be as large as the recent ones of the same operation to the same institution; the first one, 1 MiB.
 */
export class Costs {
  readonly #expected = new LRUCache<string, Expected>({ max: MAX_KINDS });

  /**
   * The cost of a request.
   * @param kind names its operation and institution
   * @param leastAnswerBytes the answer is expected to be at least this large
   */
  of(kind: string, bodyBytes: number, leastAnswerBytes = 0): number {
    const answerBytes = Math.max(leastAnswerBytes, this.#expected.get(kind)?.bytes ?? UNKNOWN_BYTES);
    return 1 + Math.floor(bodyBytes / BODY_BYTES_PER_COST) + Math.floor(answerBytes / ANSWER_BYTES_PER_COST);
  }

  /**
   * Notes the size of a successful answer, in bytes before compression; others do not show how much work the next one
   * is. A smaller one than expected lowers that by a tenth, but by no more than half in a minute, however many a client
   * asks for. @param now epoch milliseconds
   */
  note(kind: string, bytes: number, now: number): void {
    const before = this.#expected.get(kind) ?? { bytes: 0, at: now };
    const elapsed = Math.max(0, now - before.at);
    const kept = before.bytes * Math.max(KEPT_AT_LEAST, 0.5 ** (elapsed / HALVED_IN_MS));
    this.#expected.set(kind, { bytes: Math.max(bytes, kept), at: now });
  }
}

const UNKNOWN_BYTES = 1024 * 1024;
const KEPT_AT_LEAST = 0.9;
const HALVED_IN_MS = 60_000;
const ANSWER_BYTES_PER_COST = 32 * 1024;
/**
 * A byte of a body costs eight times as much as one of an answer, because it is checked, stored, audited and returned.
 */
const BODY_BYTES_PER_COST = 4 * 1024;
/** Operations times active institutions: some 100 bytes each. */
const MAX_KINDS = 20_000;
