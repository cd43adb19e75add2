/**
 * A NATS user for a kind of process, with all its permissions. Each user has its own account
 * (`deploy/nats/accounts.ts`). To grant a subject, consumer or bucket, name it here and nowhere else.
 */
export interface NatsUser {
  /** The user's name: `directory`, `gateway`; its account is the same in capitals. */
  readonly name: string;
  /** The services in whose name it publishes events, `lyceum.<service>.v1.>`: usually itself. */
  readonly publishes?: readonly string[];
  /** The event types that it receives as they are published, `lyceum.directory.v1.UserCreated`. */
  readonly receives?: readonly string[];
  /** The consumers of the stream that it uses. */
  readonly durables?: readonly Durable[];
  /** The buckets that only it reads and writes. */
  readonly buckets?: readonly Bucket[];
  /** Whether it can read every stored event. */
  readonly readsStream?: boolean;
  /** Whether it can read the journal of erasures, or also write it. */
  readonly journal?: 'reads' | 'writes';
}

/** A durable consumer of the event stream. */
export interface Durable {
  /** `<service>.<consumer>`. */
  readonly name: string;
  /** Full message names of the events. */
  readonly types: readonly string[];
  /** Whether it receives many events at once, in one process at a time, instead of one event. */
  readonly isInBatches?: boolean;
}

/** A key-value bucket, in memory: its values need not outlive the servers. */
export interface Bucket {
  readonly name: string;
  /** How long a value is stored after its last write, in milliseconds. */
  readonly ttlMs: number;
  readonly maxValueBytes: number;
}

/** The stream with the journal of erasures, which nothing ever leaves: `ERASURE_JOURNAL=nats:LYCEUM_ERASURES`. */
export const ERASURES_STREAM = 'LYCEUM_ERASURES';
export const ERASURES_SUBJECT = 'erasures.lyceum';

/** The user who creates, changes and removes the stream, consumers and buckets. No process runs as this user. */
export const ADMIN = 'admin';

/** The account that owns the stream. Its only user is {@link ADMIN}. */
export const OWNER_ACCOUNT = 'LYCEUM';

/**
 * The account that owns the buckets. It has no users and stores nothing on disk. It is not the stream's account because
 * users may create their buckets in it, with any configuration.
 */
export const BUCKETS_ACCOUNT = 'COUNTS';

/**
 * The prefix of JetStream requests for the stream in every account but its owner's: there, `$JS.API` is the one of the
 * account itself, which has no streams.
 */
export const JETSTREAM_API = `${OWNER_ACCOUNT}.API`;

/** The prefix of JetStream requests for buckets. */
export const BUCKETS_API = `${BUCKETS_ACCOUNT}.API`;

/** A durable consumer's name in the form that JetStream accepts. */
export function durableName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_*-]/g, '_');
}
