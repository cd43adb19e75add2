import { present } from '../../platform/core/present.ts';

/**
 * Finds records of a service's answer by id. Throws for an id that the answer names but lacks: the answer is broken.
 */
export function byId<T extends { readonly id: string }>(records: readonly T[], name: string): (id: string) => T {
  const known = new Map(records.map((record) => [record.id, record]));
  return (id) => present(known.get(id), `${name} ${id}`);
}
