import { LRUCache } from 'lru-cache';

/**
 * What requests cost, as far as it is known before they begin: 1, and more for their bodies and for their answers. An answer is expected to be as
 * large as those of the same operation to the same institution lately were; the first one, 1 MiB.
 */
export class Costs {
  readonly #most: number;
  readonly #mostForAnswer: number;
  /** The expected sizes of answers, in bytes. */
  readonly #bytes = new LRUCache<string, number>({ max: KINDS_AT_MOST });

  /**
   * @param inFlight the sum of costs that may be in flight: however much a request costs, another may run beside it, and another of the same client if it
   * only reads
   */
  constructor(inFlight: number) {
    this.#most = Math.max(1, Math.floor(inFlight / 2));
    this.#mostForAnswer = Math.max(0, Math.floor(inFlight / 3) - 1);
  }

  /**
   * The cost of a request.
   * @param kind names its operation and institution
   * @param leastAnswerBytes the answer is expected to be at least this large
   */
  of(kind: string, bodyBytes: number, leastAnswerBytes = 0): number {
    const answerBytes = Math.max(leastAnswerBytes, this.#bytes.get(kind) ?? UNKNOWN_BYTES);
    const answer = Math.min(Math.floor(answerBytes / ANSWER_BYTES_PER_COST), this.#mostForAnswer);
    return Math.min(1 + Math.floor(bodyBytes / BODY_BYTES_PER_COST) + answer, this.#most);
  }

  /** Notes the size of an answer. A smaller one than before lowers what is expected by a tenth. */
  note(kind: string, bytes: number): void {
    this.#bytes.set(kind, Math.max(bytes, KEPT * (this.#bytes.get(kind) ?? 0)));
  }
}

const UNKNOWN_BYTES = 1024 * 1024;
const KEPT = 0.9;
const ANSWER_BYTES_PER_COST = 32 * 1024;
/** A byte of a body costs eight times as much as one of an answer, because it is checked, stored, audited and returned. */
const BODY_BYTES_PER_COST = 4 * 1024;
/** Operations times active institutions: some 100 bytes each. */
const KINDS_AT_MOST = 20_000;
