import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { projectRoot } from '../support/process/program.ts';

/** A row of a table, by column; bytes are in base64. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A keyed write, and its answer when it was sent again with its key. */
export interface StoredAnswer {
  /** `POST /users`. */
  readonly operation: string;
  readonly service: string;
  readonly request: { readonly path: string; readonly json?: object };
  readonly key: string;
  readonly status: number;
  readonly body: unknown;
  /** The row of `idempotency_keys`. */
  readonly row: StoredRow;
}

/** An event as it was stored and published, and what integrators saw of it. */
export interface StoredEvent {
  readonly service: string;
  /** The row of `outbox`. */
  readonly row: StoredRow;
  /** What the bus carries, and a dead letter holds: `lyceum.common.v1.EventEnvelope`. */
  readonly envelope: string;
  /** The row of `events` in webhooks. */
  readonly recorded: StoredRow;
  /** The item of GET /events, without its place in the feed. */
  readonly shown: StoredRow;
  /** The body that a webhook receiver got, without its place in the feed. */
  readonly delivered: unknown;
}

/** What a release leaves behind for the next one. */
export interface ReleaseFixtures {
  readonly institutionId: string;
  readonly integrationId: string;
  readonly answers: readonly StoredAnswer[];
  readonly events: readonly StoredEvent[];
}

const FOLDER = `${projectRoot}test/release/fixtures/`;

export const fixturesPath = (version: string) => `${FOLDER}${version}.json`;

/** The fixtures of all releases, by version. */
export function readFixtures(): readonly (readonly [version: string, fixtures: ReleaseFixtures])[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(`${FOLDER}${name}`, 'utf8'))]);
}

/**
 * The fixtures as if another institution's integration had left them, with events of their own: institutions of one
 * platform can then have them side by side.
 */
export function renamed(fixtures: ReleaseFixtures, institutionId: string, integrationId: string): ReleaseFixtures {
  const names = new Map([
    [fixtures.institutionId, institutionId],
    [fixtures.integrationId, integrationId],
    ...fixtures.events.map(({ row }) => [String(row.id), randomUUID()] as const),
  ]);
  const old = new RegExp([...names.keys()].join('|'), 'g');
  const rename = (text: string) => text.replaceAll(old, (name) => names.get(name) ?? name);
  // In protobuf's binary form, too, a text is its UTF-8, and all these names are of one length.
  const renameBytes = (text: string) => Buffer.from(rename(Buffer.from(text, 'base64').toString('latin1')), 'latin1');
  return JSON.parse(rename(JSON.stringify(fixtures)), (key, value) =>
    BYTES.has(key) && typeof value === 'string' ? renameBytes(value).toString('base64') : value,
  );
}

/** The columns and fields that hold bytes. */
const BYTES = new Set(['response', 'payload', 'envelope']);

/** What is not of the event but of the feed it is in, or of the moment. */
export function withoutPlace({ sequence: _, ...event }: StoredRow): StoredRow {
  return event;
}

/** A statement that inserts a stored row as it is, and its values. */
export function insertOf(table: string, row: StoredRow): { readonly text: string; readonly values: unknown[] } {
  const entries = Object.entries(row);
  const values = entries.map(([key, value]) =>
    BYTES.has(key) && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
  );
  const places = entries.map((_, index) => `$${index + 1}`);
  return { text: `INSERT INTO ${table} (${entries.map(([key]) => key)}) VALUES (${places})`, values };
}
