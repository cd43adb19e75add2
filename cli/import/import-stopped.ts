import type { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Fault } from './check/fault.ts';

/** Thrown when a service refuses a part of a bundle: something that only stored data show. */
export class ImportStopped extends Error {
  /** With pointers into the bundle. */
  readonly faults: readonly Fault[];

  /** @param consequence what is stored, and what to do: a sentence */
  constructor(consequence: string, faults: readonly Fault[], cause: Refusal) {
    super(`${cause.message} ${consequence}`, { cause });
    this.name = 'ImportStopped';
    this.faults = faults;
  }
}

/** Where a request's records stand in the bundle. */
export interface BundlePosition {
  readonly section: string;
  readonly start: number;
  readonly names?: Readonly<Record<string, string>>;
  /** Where a record of the request is in its batch, if not at its own number. */
  pointerInBatch?(index: number): string;
}

/** A refused request's violations with pointers into the bundle. */
export function faultsOf({ violations }: Pick<Refusal, 'violations'>, position: BundlePosition): Fault[] {
  return violations.map(({ pointer, message }) => ({ pointer: toBundlePointer(pointer, position), message }));
}

/** A pointer into a batch as a pointer into the bundle: record 3 of a batch that starts with user 500 is `/users/503`. */
function toBundlePointer(pointer: string, { section, start, names, pointerInBatch }: BundlePosition): string {
  const [, first, index, ...within] = pointer.split('/');
  if (first !== 'records' || index === undefined) return `/${section}`;
  const [, , record, ...holder] = (pointerInBatch?.(Number(index)) ?? `/records/${index}`).split('/');
  const rest = [...holder, ...within].map((name) => names?.[name] ?? name);
  return ['', section, start + Number(record), ...rest].join('/');
}
