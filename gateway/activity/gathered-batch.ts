import type { MessageInitShape } from '@bufbuild/protobuf';
import type { RecordRequestsRequestSchema } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { GatheredUsage, RecordedRequest, Requester } from './gathered-usage.ts';

/** Requests that are recorded together, as the JSON that they are stored from. */
export class GatheredBatch {
  readonly #id: string;
  /** Outside of the heap: thousands of texts that wait would otherwise be moved by each garbage collection. */
  #json = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;
  #identityBytes = 0;
  count = 0;
  /** The same by institution. */
  readonly bytesOf = new Map<string, number>();
  /** What directory has signed about those who made them. */
  readonly identities = new Set<string>();
  /** What is told with it, if anything. */
  usage: GatheredUsage | undefined;

  constructor(id: string) {
    this.#id = id;
  }

  /** The bytes that it holds. */
  get bytes(): number {
    return this.#length + this.#identityBytes;
  }

  add({ institutionId, integrationId, identity }: Requester, request: RecordedRequest): void {
    const before = this.bytes;
    this.#write(JSON.stringify({ institutionId, integrationId, ...request }));
    if (!this.identities.has(identity)) this.#identityBytes += identity.length;
    this.identities.add(identity);
    this.bytesOf.set(institutionId, (this.bytesOf.get(institutionId) ?? 0) + this.bytes - before);
    this.count += 1;
  }

  message(): MessageInitShape<typeof RecordRequestsRequestSchema> {
    const identities = [...this.identities.union(this.usage?.identities ?? NONE)];
    return { batchId: this.#id, requests: this.#records(), usage: this.usage?.message() ?? [], identities };
  }

  /** All requests that were added. */
  requests(): (Omit<Requester, 'identity'> & RecordedRequest)[] {
    return JSON.parse(this.#records().toString());
  }

  #records(): Buffer {
    return Buffer.concat([OPEN, this.#json.subarray(this.#length === 0 ? 0 : 1, this.#length), CLOSE]);
  }

  #write(record: string): void {
    const most = this.#length + record.length * BYTES_OF_CHARACTER + 1;
    if (most > this.#json.length) {
      const longer = Buffer.allocUnsafe(most * 2);
      this.#json.copy(longer, 0, 0, this.#length);
      this.#json = longer;
    }
    this.#json[this.#length] = COMMA;
    this.#length += 1 + this.#json.write(record, this.#length + 1);
  }
}

const NONE: ReadonlySet<string> = new Set();
const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')];
const COMMA = ','.charCodeAt(0);
const FIRST_BYTES = 16 * 1024;
/** The most that UTF-8 needs for a character. */
const BYTES_OF_CHARACTER = 3;
