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

/** The sections whose ids the import prints, in the order of the specification. */
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
  readonly #sections = new Map<string, Map<string, ImportedRecord>>();
  readonly #named = new Set<string>();

  /** A record comes twice if fields depend on records imported later. It counts once. */
  addAll(records: readonly ImportedRecord[]): void {
    for (const record of records) {
      const section = this.#sections.getOrInsertComputed(record.section, () => new Map<string, ImportedRecord>());
      const earlier = section.get(record.ref);
      if (!earlier || earlier.outcome === ImportOutcome.UNCHANGED) section.set(record.ref, record);
    }
  }

  /** The id of a record that was imported before the one that refers to it. */
  get(section: string, ref: string): string {
    const record = this.#sections.get(section)?.get(ref);
    if (!record) throw new Error(`"${ref}" of ${section} was not imported`);
    this.#named.add(record.id);
    return record.id;
  }

  /** The ids that {@link get} has returned. */
  named(): string[] {
    return [...this.#named];
  }

  printed(): IdsOf {
    const identities = (section: string) =>
      [...(this.#sections.get(section)?.values() ?? [])].map(({ ref, id, layerId }): [string, Identity] => [
        ref,
        layerId === '' ? id : { id, layerId },
      ]);
    // Any text can be a ref, including "__proto__".
    return Object.fromEntries(PRINTED.map((section) => [section, Object.fromEntries(identities(section))]));
  }

  summaries(): SectionSummary[] {
    return [...this.#sections].map(([section, records]) => {
      const count = (wanted: ImportOutcome) => [...records.values()].filter(({ outcome }) => outcome === wanted).length;
      const { CREATED, UPDATED, UNCHANGED } = ImportOutcome;
      return { section, created: count(CREATED), updated: count(UPDATED), unchanged: count(UNCHANGED) };
    });
  }
}
