import type { Check } from './pieces.ts';

/** Reports every default after the first one. */
export function atMostOneDefault(
  records: readonly { isDefault?: boolean }[],
  path: readonly (string | number)[],
  what: string,
  check: Check,
): void {
  const defaults = [...records.keys()].filter((index) => records[index]?.isDefault);
  for (const index of defaults.slice(1)) {
    check.fault([...path, index, 'isDefault'], `another ${what} is the default already`);
  }
}
