import type { TestClient } from '../../../test/support/test-client.ts';
import type { TestAnswer } from '../../../test/support/test-messages.ts';
import type { Kind } from './kinds.ts';

/** A status, a connection that broke or was refused, or a timeout of the client. */
export type Outcome = number | 'cut off' | 'late';

/** One request as seen by the client. Times are milliseconds of the monotonic clock. */
export interface Attempt {
  readonly kind: Kind;
  readonly began: number;
  readonly ended: number;
  readonly outcome: Outcome;
  /**
   * It did not succeed, and the client cannot recover at once: neither at another gateway, nor because its own first
   * attempt still runs.
   */
  readonly failed: boolean;
}

/** A write that must happen once, however often the client sends it. */
export interface Write {
  readonly kind: Kind;
  readonly client: TestClient;
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  /** The status of a successful response. */
  readonly success: number;
  /** Its traces in the database, one name for each row or change; each has one event. */
  readonly marks: readonly string[];
  /** The full type of these events. */
  readonly eventType: string;
  /** The ids of the written records according to the response, in the order of the marks. */
  idsIn(answer: TestAnswer): string[];
  /** How often the client sends it before it gives up. */
  readonly maxTries: number;
  /** Whether the client sends it to both gateways at once, like one behind a load balancer that retries early. */
  readonly twice?: boolean;
}

/** The outcome of a write. */
export interface WriteRecord {
  readonly write: Write;
  /** The first successful response; undefined until there is one. */
  answer: TestAnswer | undefined;
  /** When it arrived. */
  acknowledged: number | undefined;
}

/** The records that were acknowledged in a period. */
export function within(records: readonly WriteRecord[], began: number, ended: number): readonly WriteRecord[] {
  return records.filter(({ acknowledged = 0 }) => acknowledged >= began && acknowledged < ended);
}

/** All requests of clients and their responses. */
export class Journal {
  readonly attempts: Attempt[] = [];
  /** Requests without a response so far. */
  readonly underWay = new Set<object>();
  readonly writes: WriteRecord[] = [];
  /** Responses that no client should ever get. */
  readonly wrongs: string[] = [];

  open(write: Write): WriteRecord {
    const record: WriteRecord = { write, answer: undefined, acknowledged: undefined };
    this.writes.push(record);
    return record;
  }
}
