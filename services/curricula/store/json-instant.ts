/**
 * Converts an instant within a JSON value of the database, `2026-01-31T12:00:00.5+00:00`, to the fixed-width text used
 * everywhere else. The driver converts columns, but not the content of JSON.
 */
export function instantOfJson(text: string): string {
  return text.length === WITHOUT_FRACTION
    ? `${text.slice(0, 19)}.000Z`
    : `${text.slice(0, -OFFSET).padEnd(WITH_FRACTION, '0')}Z`;
}

const OFFSET = '+00:00'.length;
const WITHOUT_FRACTION = '2026-01-31T12:00:00+00:00'.length;
const WITH_FRACTION = '2026-01-31T12:00:00.000'.length;
