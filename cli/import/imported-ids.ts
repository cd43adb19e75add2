import { type ImportedRecord, ImportOutcome } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import type { RefSection } from './bundle/pieces.ts';

/** What a record of a bundle is called here. */
type Identity = string | { readonly id: string; readonly layerId: string };

/** Ids by section and ref, in the shape that the import prints. */
export type IdsOf = Readonly<Record<string, Readonly<Record<string, Identity>>>>;

/** How many records of a section the import has written. */
export interface SectionSummary {
  readonly section: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** The sections whose ids the import prints, in the order of the format; one that takes no import yet is empty. */
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

/** What services answer of the records that they have imported. */
export class ImportedIds {
  // Without prototypes, because any text may be a ref: "constructor", too.
  readonly #ids = new Map<string, Record<string, Identity>>(PRINTED.map((section) => [section, Object.create(null)]));
  readonly #summaries = new Map<string, { created: number; updated: number; unchanged: number }>();

  add({ section, ref, id, layerId, outcome }: ImportedRecord): void {
    this.#idsOf(section)[ref] = layerId === '' ? id : { id, layerId };
    this.count(section, outcome);
  }

  count(section: string, outcome: ImportOutcome): void {
    const summary = this.#summaries.get(section) ?? { created: 0, updated: 0, unchanged: 0 };
    this.#summaries.set(section, summary);
    if (outcome === ImportOutcome.CREATED) summary.created += 1;
    else if (outcome === ImportOutcome.UPDATED) summary.updated += 1;
    else summary.unchanged += 1;
  }

  /** The id of a record that was imported before the one that refers to it. */
  get(section: RefSection, ref: string): string {
    const identity = this.#idsOf(section)[ref];
    if (identity === undefined) throw new Error(`"${ref}" of ${section} was not imported`);
    return typeof identity === 'string' ? identity : identity.id;
  }

  printed(): IdsOf {
    return Object.fromEntries(PRINTED.map((section) => [section, this.#idsOf(section)]));
  }

  summaries(): SectionSummary[] {
    return [...this.#summaries].map(([section, counts]) => ({ section, ...counts }));
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
