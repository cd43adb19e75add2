/** A pathway as it is stored: column names are those of the table. Instants are text (see chassis/instant.ts). */
export interface PathwayState {
  readonly id: string;
  readonly curriculum_version_id: string;
  readonly position: number;
  readonly name: string;
  readonly type: StoredPathwayType;
  readonly description: string | null;
}

/** In the specification's words. */
export type StoredPathwayType = 'FIXED' | 'SELECTABLE_FOCUS';
