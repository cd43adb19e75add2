/** A pathway as stored, with the names of its table's columns. Instants are text (see platform/core/instant.ts). */
export interface PathwayState {
  readonly id: string;
  readonly curriculumVersionId: string;
  readonly position: number;
  readonly name: string;
  readonly type: StoredPathwayType;
  readonly description: string | null;
}

/** The greatest position that a request may set (decisions 13.3); older records may exceed it. */
export const POSITION_AT_MOST = 1_000_000;

/** In the specification's spelling. */
export type StoredPathwayType = 'FIXED' | 'SELECTABLE_FOCUS';
