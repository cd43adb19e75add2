import { type ImportedRecord, ImportOutcome } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import type { RefSection } from './bundle/pieces.ts';

/** The ids of an imported record. */
type Identity = string | { readonly id: string; readonly layerId: string };

/** Ids by section and ref, as the import prints them. */
export type IdsOf = Readonly<Record<string, Readonly<Record<string, Identity>>>>;

/** How many records of a section the import has written. */
export interface SectionSummary {
  readonly section: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** The sections whose ids the import prints, in the order of the format; a section that cannot be imported yet is empty. */
const PRINTED = [
  'users',
  'courses',
  'rooms',
  'setups',
  'locations',
  'userGroups',
  'appointmentTypes',
  'organizationTerms',
  'cohorts',
  'courseModules',
  'moduleVersions',
  'curricula',
  'curriculaVersions',
  'terms',
  'pathways',
  'moduleClusters',
  'items',
  'programs',
  'programVersions',
  'timestampTemplates',
] as const satisfies readonly RefSection[];

/** Collects what the services return for imported records. */
export class ImportedIds {
  // Without prototypes, because any text can be a ref, including "constructor".
  readonly #ids = new Map<string, Record<string, Identity>>(PRINTED.map((section) => [section, Object.create(null)]));
  /** The refs of records that were created or updated. */
  readonly #written = new Map<string, Set<string>>();
  readonly #summaries = new Map<string, { created: number; updated: number; unchanged: number }>();
  readonly #unknown: (section: string, ref: string) => string;

  /** @param unknown returns a substitute for an id that is not known yet; by default that is an error */
  constructor(unknown: (section: string, ref: string) => string = refuseUnknown) {
    this.#unknown = unknown;
  }

  /** A record can come twice, when fields depend on records imported later. It counts once. */
  add({ section, ref, id, layerId, outcome }: ImportedRecord): void {
    const ids = this.#idsOf(section);
    if (!Object.hasOwn(ids, ref)) this.count(section, outcome);
    else if (outcome !== ImportOutcome.UNCHANGED) this.#countAgain(section, ref);
    if (outcome !== ImportOutcome.UNCHANGED) this.#writtenOf(section).add(ref);
    ids[ref] = layerId === '' ? id : { id, layerId };
  }

  count(section: string, outcome: ImportOutcome): void {
    const summary = this.#summaries.getOrInsertComputed(section, () => ({ created: 0, updated: 0, unchanged: 0 }));
    if (outcome === ImportOutcome.CREATED) summary.created += 1;
    else if (outcome === ImportOutcome.UPDATED) summary.updated += 1;
    else summary.unchanged += 1;
  }

  /** The id of a record that was imported before the one that refers to it. */
  get(section: RefSection, ref: string): string {
    const identity = this.#idsOf(section)[ref];
    if (identity === undefined) return this.#unknown(section, ref);
    return typeof identity === 'string' ? identity : identity.id;
  }

  printed(): IdsOf {
    return Object.fromEntries(PRINTED.map((section) => [section, this.#idsOf(section)]));
  }

  summaries(): SectionSummary[] {
    return [...this.#summaries].map(([section, counts]) => ({ section, ...counts }));
  }

  #countAgain(section: string, ref: string): void {
    const summary = this.#summaries.get(section);
    if (!summary || this.#writtenOf(section).has(ref)) return;
    summary.unchanged -= 1;
    summary.updated += 1;
  }

  #writtenOf(section: string): Set<string> {
    let written = this.#written.get(section);
    if (!written) {
      written = new Set();
      this.#written.set(section, written);
    }
    return written;
  }

  #idsOf(section: string): Record<string, Identity> {
    let ids = this.#ids.get(section);
    if (!ids) {
      ids = Object.create(null) as Record<string, Identity>;
      this.#ids.set(section, ids);
    }
    return ids;
  }
}

function refuseUnknown(section: string, ref: string): never {
  throw new Error(`"${ref}" of ${section} was not imported`);
}
