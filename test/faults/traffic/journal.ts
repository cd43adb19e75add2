import type { TestClient } from '../../support/test-client.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import type { Kind } from './kinds.ts';

/** A status, a connection that broke or was refused, an answer for which the client did not wait any longer. */
export type Outcome = number | 'cut off' | 'late';

/** One request, as the client saw it. Times are milliseconds of the monotonic clock. */
export interface Attempt {
  readonly kind: Kind;
  readonly began: number;
  readonly ended: number;
  readonly outcome: Outcome;
  /** Neither did it succeed, nor does the client know how to do better at once: at another gateway, or because its own first try still runs. */
  readonly failed: boolean;
}

/** A write that a client wants done once, however often it has to ask. */
export interface Write {
  readonly kind: Kind;
  readonly client: TestClient;
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  /** The status of its success. */
  readonly success: number;
  /** What it leaves in a database, one name for each row or change; each is told by one event. */
  readonly marks: readonly string[];
  /** The full type of those events. */
  readonly eventType: string;
  /** The ids of what the answer tells to be written, in the order of the marks. */
  idsIn(answer: TestAnswer): string[];
  /** How often the client asks before it gives up. */
  readonly triesAtMost: number;
  /** Whether the client asks both gateways at once, as one behind a nervous balancer does. */
  readonly twice?: boolean;
}

/** What became of a write. */
export interface WriteRecord {
  readonly write: Write;
  /** The first success; undefined while nobody knows. */
  answer: TestAnswer | undefined;
  /** When it came. */
  acknowledged: number | undefined;
}

/** Everything that clients have asked for and been told. */
export class Journal {
  readonly attempts: Attempt[] = [];
  /** Requests that have no answer yet. */
  readonly underWay = new Set<object>();
  readonly writes: WriteRecord[] = [];
  /** Answers that no client should ever get. */
  readonly wrongs: string[] = [];

  open(write: Write): WriteRecord {
    const record: WriteRecord = { write, answer: undefined, acknowledged: undefined };
    this.writes.push(record);
    return record;
  }
}
