import { present } from '../../platform/core/present.ts';

/** Finds records of a service's answer by id. To ask for one that the answer names and lacks throws: the answer is broken. */
export function byId<T extends { readonly id: string }>(records: readonly T[], name: string): (id: string) => T {
  const known = new Map(records.map((record) => [record.id, record]));
  return (id) => present(known.get(id), `${name} ${id}`);
}
