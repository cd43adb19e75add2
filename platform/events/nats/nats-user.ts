/**
 * A kind of process at NATS, and all that it may do there. Each is a user in an account of its own (`accounts.ts`): a new subject, consumer or
 * bucket is granted by naming it here, and nowhere else.
 */
export interface NatsUser {
  /** `directory`, `gateway`: the user's name; its account is the same in capitals. */
  readonly name: string;
  /** The services as which it publishes events, `lyceum.<service>.v1.>`: itself. */
  readonly publishes?: readonly string[];
  /** The types of events that it hears as they are published, `lyceum.directory.v1.UserCreated`. */
  readonly receives?: readonly string[];
  /** The consumers of the stream whose events it takes. */
  readonly durables?: readonly Durable[];
  /** The buckets that it alone reads and writes. */
  readonly buckets?: readonly Bucket[];
  /** Whether it may read every event that is kept. */
  readonly readsStream?: boolean;
}

/** A durable consumer of the stream of events. */
export interface Durable {
  /** `<service>.<consumer>`. */
  readonly name: string;
  /** Full message names of the events. */
  readonly types: readonly string[];
  /** Whether it takes many events at once, by one process at a time, instead of one. */
  readonly isInBatches?: boolean;
}

/** A key-value bucket. */
export interface Bucket {
  readonly name: string;
  /** How long a value stays without being written, in milliseconds. */
  readonly ttlMs: number;
  readonly maxValueBytes: number;
}

/** Who declares stream, consumers and buckets, and may change and remove them. No process runs as this user. */
export const ADMIN = 'admin';

/** The account that owns the stream and the buckets. Nobody but {@link ADMIN} is in it. */
export const OWNER_ACCOUNT = 'LYCEUM';

/** What requests to JetStream begin with in every account but the owner's: `$JS.API` there is that of the account itself, which has no streams. */
export const JETSTREAM_API = `${OWNER_ACCOUNT}.API`;

/** A durable consumer's name as JetStream takes it. */
export function durableName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_*-]/g, '_');
}
