import type { AgedKind, Erasure } from './journal.ts';

/** The entries of a journal that were read, the first at 0: found by what they are about, however many there are. */
export class KnownErasures {
  readonly entries: Erasure[] = [];
  readonly #bySubject = new Map<string, Erasure>();

  add(entry: Erasure): void {
    this.entries.push(entry);
    if (!isByAge(entry)) this.#bySubject.set(subjectOf(entry), entry);
  }

  /** The entry about the person or the institution of a new one. What goes by its age is noted each time. */
  covering(erasure: Omit<Erasure, 'sequence'>): Erasure | undefined {
    if (isByAge(erasure)) return undefined;
    const last = this.#bySubject.get(subjectOf(erasure));
    return erasure.userId !== null || last?.kind === erasure.kind ? last : undefined;
  }
}

/** Whether an entry is about what goes by its age. */
export function isByAge<E extends Pick<Erasure, 'kind'>>(erasure: E): erasure is E & { readonly kind: AgedKind } {
  return AGED.has(erasure.kind);
}

const AGED: ReadonlySet<string> = new Set<AgedKind>(['notes', 'hours', 'audit']);

function subjectOf({ institutionId, userId }: Omit<Erasure, 'sequence'>): string {
  return `${institutionId} ${userId}`;
}
