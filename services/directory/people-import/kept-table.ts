import { KeyRing } from '../../../platform/core/config/key-ring.ts';
import type { Table } from '../../../platform/core/table/read-table.ts';
import { refuse } from '../domain/refusals.ts';

/**
 * Encrypts the content of a file, with a key that only the browser of its session brings: copies of the database, and
 * whatever is left of a session that has ended, are of no use.
 * @param id the file's
 */
export function sealTable(table: Table, key: string, id: string): Uint8Array {
  return keysOf(key).seal(JSON.stringify(table), id).sealed;
}

/** Refuses with PEOPLE_IMPORT_NOT_FOUND content that was encrypted with another key. */
export function openTable(sealed: Uint8Array, key: string, id: string): Table {
  let text: string;
  try {
    text = keysOf(key).open({ keyId: KEY_ID, sealed }, id);
  } catch (error) {
    refuse('PEOPLE_IMPORT_NOT_FOUND', { cause: error });
  }
  return JSON.parse(text);
}

function keysOf(key: string): KeyRing {
  return new KeyRing(`${KEY_ID}:${key}`);
}

const KEY_ID = 'session';
