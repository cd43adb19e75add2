import { storedName } from './table.ts';

/**
 * An assignment of an UPDATE. `updated_at` never goes back, no matter which process writes it: a copy that asks for
 * what has changed since would miss the change.
 * @param row the alias of the changed row
 */
export function assignment(row: string, name: string, value: string): string {
  const column = storedName(name);
  return `${column} = ${name === 'updatedAt' ? `greatest(${row}.${column}, ${value})` : value}`;
}
