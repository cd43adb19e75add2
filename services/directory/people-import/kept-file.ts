import { KeyRing } from '../../../platform/core/config/key-ring.ts';
import { readTable, type Table } from '../../../platform/core/table/read-table.ts';
import type { PersonChange } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { type Meanings, meaningsWith, PEOPLE_TABLE } from './person-columns.ts';

/** A file as it was sent. */
interface SentFile {
  readonly file: Uint8Array;
  /** Of its letters. */
  readonly encoding: string;
}

/** What an import has done with a person. */
export interface ImportedPerson {
  readonly userId: string;
  readonly change: PersonChange;
}

/** What a kept file is opened with. */
interface Opening {
  readonly id: string;
  /** The key with which it was sealed. */
  readonly fileKey: string;
}

/**
 * Encrypts a file, with a key that only the browser of its session brings: copies of the database, and whatever is left
 * of a session that has ended, are of no use.
 */
export function sealFile({ file, encoding }: SentFile, opening: Opening): Uint8Array {
  return seal(`${encoding}\n${Buffer.from(file).toString('latin1')}`, `file ${opening.id}`, opening);
}

/**
 * Reads the table in a sealed file. Refuses with PEOPLE_IMPORT_NOT_FOUND what was encrypted with another key.
 * @param encoding in which its letters are shown; empty for the one of the file
 * @param remembered the institution's names of columns
 */
export function openFile(
  sealed: Uint8Array,
  opening: Opening & { readonly encoding: string },
  remembered: Meanings,
): Promise<Table> {
  const text = open(sealed, `file ${opening.id}`, opening);
  const end = text.indexOf('\n');
  const format = { ...PEOPLE_TABLE, meanings: meaningsWith(remembered) };
  return readTable(Buffer.from(text.slice(end + 1), 'latin1'), format, text.slice(0, end), opening.encoding);
}

/** Encrypts the outcome of an import in the same way. */
export function sealOutcome(people: readonly ImportedPerson[], opening: Opening): Uint8Array {
  const text = people.map(({ userId, change }) => `${userId} ${change}`).join('\n');
  return seal(text, `outcome ${opening.id}`, opening);
}

/** The outcome of an import; nobody where it was not kept. */
export function openOutcome(sealed: Uint8Array, opening: Opening): ImportedPerson[] {
  if (sealed.length === 0) return [];
  const lines = open(sealed, `outcome ${opening.id}`, opening).split('\n');
  return lines.filter(Boolean).map((line) => {
    const [userId = '', change] = line.split(' ');
    return { userId, change: Number(change) as PersonChange };
  });
}

function seal(text: string, owner: string, { fileKey }: Opening): Uint8Array {
  return keysOf(fileKey).seal(text, owner).sealed;
}

function open(sealed: Uint8Array, owner: string, { fileKey }: Opening): string {
  try {
    return keysOf(fileKey).open({ keyId: KEY_ID, sealed }, owner);
  } catch (error) {
    refuse('PEOPLE_IMPORT_NOT_FOUND', { cause: error });
  }
}

function keysOf(key: string): KeyRing {
  return new KeyRing(`${KEY_ID}:${key}`);
}

const KEY_ID = 'session';
