import type { Leaves } from './lines.ts';

export const MANIFEST = 'manifest.json';

/** The last member of an archive. Its SHA-256 is the digest of the whole. */
export interface Manifest extends Leaves {
  readonly format: typeof FORMAT;
  /** The release of Lyceum that wrote it. */
  readonly release: string;
  /** RFC 3339, UTC, as all instants here. */
  readonly createdAt: string;
  readonly institution: { readonly id: string; readonly ref: string; readonly name: string };
  /** Whether nothing of the institution could change meanwhile. */
  readonly isExact: boolean;
  /** The last number of the feed, if it is exact. */
  readonly position?: number;
  /** Of which moment the rows of each service are. */
  readonly moments: Readonly<Record<string, string>>;
  readonly tables: readonly TableDigest[];
  /** With it: the keys of CURSOR_KEYS, encrypted for the institution; the bytes in base64. Absent if they were not given. */
  readonly cursorKeys?: { readonly keyId: string; readonly sealed: string };
  /** The records as the API shows them. */
  readonly records: readonly RecordsDigest[];
  readonly without: readonly LeftOut[];
}

export interface TableDigest {
  readonly service: string;
  readonly table: string;
  readonly rows: number;
  /** Of its lines. */
  readonly sha256: string;
}

export interface RecordsDigest {
  /** Of the member: `api/users.jsonl`. */
  readonly name: string;
  readonly rows: number;
  /** Of the member. */
  readonly sha256: string;
}

/** Columns that an archive does not have; of a table that it does not have, all of them. */
export interface LeftOut {
  readonly service: string;
  readonly table: string;
  readonly columns: readonly string[];
}

export const FORMAT = 'lyceum-institution/1';

/** The folder of the members with {@link Manifest.records}. */
export const RECORDS = 'api/';

/** The name of a table's member. */
export function memberOf({ service, table }: Pick<TableDigest, 'service' | 'table'>): string {
  return `${service}/${table}.jsonl.zst`;
}

/** The text of the member. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
