/** A pathway as it is stored: column names are those of the table. Instants are text (see platform/core/instant.ts). */
export interface PathwayState {
  readonly id: string;
  readonly curriculumVersionId: string;
  readonly position: number;
  readonly name: string;
  readonly type: StoredPathwayType;
  readonly description: string | null;
}

/** The greatest position that a request may give (decisions 13.3); records may be older than this bound. */
export const POSITION_AT_MOST = 1_000_000;

/** In the specification's words. */
export type StoredPathwayType = 'FIXED' | 'SELECTABLE_FOCUS';
