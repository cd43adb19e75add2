import type { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Fault } from './check/fault.ts';

/** Thrown when a service refuses a part of a bundle: something that only stored data show. What was sent before is stored. */
export class ImportStopped extends Error {
  /** With pointers into the bundle. */
  readonly faults: readonly Fault[];

  constructor(section: string, faults: readonly Fault[], cause: Refusal) {
    super(
      `${cause.message} The import stopped in ${section}; what comes before is stored. Importing the bundle again continues.`,
      { cause },
    );
    this.name = 'ImportStopped';
    this.faults = faults;
  }
}

/** A pointer into a batch as a pointer into the bundle: record 3 of a batch that starts with user 500 is `/users/503`. */
export function toBundlePointer(
  pointer: string,
  place: { readonly section: string; readonly start: number; readonly names?: Readonly<Record<string, string>> },
): string {
  const [, first, index, ...rest] = pointer.split('/');
  if (first !== 'records' || index === undefined) return `/${place.section}`;
  const names = rest.map((name) => place.names?.[name] ?? name);
  return ['', place.section, place.start + Number(index), ...names].join('/');
}
