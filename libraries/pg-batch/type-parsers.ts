import pg from 'pg';

/**
 * Parses columns: instants to fixed-width text (`2026-01-31T12:00:00.500Z`), 64-bit integers to numbers, and arrays of
 * UUIDs without the general array parser, which costs more than everything else on a page. The session's time zone is
 * UTC and its DateStyle ISO, so every instant looks like `2026-01-31 12:00:00.5+00`.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === TIMESTAMPTZ) return instantText;
      if (oid === INT8) return Number;
      if (oid === UUID_ARRAY) return uuids;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const UUID_ARRAY = 2951;

function instantText(text: string): string {
  const fraction = text.length === 22 ? '.000' : text.slice(19, -3).padEnd(4, '0').slice(0, 4);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction}Z`;
}

/** `{id,NULL,id}`: one dimension, never quoted. */
function uuids(text: string): (string | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((id) => (id === 'NULL' ? null : id));
}
