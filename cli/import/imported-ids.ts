import { type ImportedRecord, ImportOutcome } from '../../proto/gen/lyceum/common/v1/import_pb.ts';

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
];

/** Collects what the services return for imported records. */
export class ImportedIds {
  // Without prototypes, because any text can be a ref, including "constructor".
  readonly #ids = new Map<string, Record<string, Identity>>(PRINTED.map((section) => [section, Object.create(null)]));
  /** The refs of records that were created or updated. */
  readonly #written = new Map<string, Set<string>>();
  readonly #summaries = new Map<string, { created: number; updated: number; unchanged: number }>();

  addAll(records: readonly ImportedRecord[]): void {
    for (const record of records) this.#add(record);
  }

  /** A record can come twice, when fields depend on records imported later. It counts once. */
  #add({ section, ref, id, layerId, outcome }: ImportedRecord): void {
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
  get(section: string, ref: string): string {
    const identity = this.#idsOf(section)[ref];
    if (identity === undefined) throw new Error(`"${ref}" of ${section} was not imported`);
    return typeof identity === 'string' ? identity : identity.id;
  }

  /** The ids of a section's records. */
  of(section: string): string[] {
    return Object.keys(this.#idsOf(section)).map((ref) => this.get(section, ref));
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
    return this.#written.getOrInsertComputed(section, () => new Set<string>());
  }

  #idsOf(section: string): Record<string, Identity> {
    return this.#ids.getOrInsertComputed(section, () => Object.create(null) as Record<string, Identity>);
  }
}
