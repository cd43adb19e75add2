import { refuse, type Violation } from '../../../platform/core/errors/refusal.ts';

/** Collects the violations of a batch's records, so that one refusal names them all. */
export class RecordFaults {
  readonly #violations: Violation[] = [];
  readonly #taken = new Map<string, Set<string>>();

  /** Adds a violation if an earlier record of the section has the ref. @param at the record's pointer */
  claimRef(section: string, ref: string, at: string): void {
    let refs = this.#taken.get(section);
    if (!refs) {
      refs = new Set();
      this.#taken.set(section, refs);
    }
    if (refs.has(ref)) this.#add(`${at}/ref`, 'invalid_value', `is the ref of another of the ${section}`);
    refs.add(ref);
  }

  /** Adds a violation for each default after the first. @param at the list's pointer */
  claimDefault(versions: readonly { readonly isDefault: boolean }[], at: string): void {
    const defaults = [...versions.keys()].filter((index) => versions[index]?.isDefault);
    for (const index of defaults.slice(1))
      this.#add(`${at}/${index}/isDefault`, 'invalid_value', 'another version is the default already');
  }

  /** Adds a violation for an unknown reference. @param what such as "term of this version" */
  unknown(pointer: string, what: string): void {
    this.#add(pointer, 'invalid_reference', `is no ${what}`);
  }

  impossible(pointer: string, message: string): void {
    this.#add(pointer, 'invalid_value', message);
  }

  /** Throws REQUEST_INVALID if there are violations. */
  refuseAny(): void {
    if (this.#violations.length > 0) refuse('REQUEST_INVALID', { violations: this.#violations });
  }

  #add(pointer: string, code: Violation['code'], message: string): void {
    this.#violations.push({ pointer, code, message });
  }
}
