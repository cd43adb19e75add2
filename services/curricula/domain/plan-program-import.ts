import { type Entry, matchByRef, type Stored } from '../../../platform/core/import/match-by-ref.ts';
import type { CohortRecord, ProgramRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { compareLists, type ListChange } from './program-lists.ts';
import {
  type CohortValues,
  cohortValues,
  type DefaultVersion,
  type ProgramValues,
  type ProgramVersionValues,
  programValues,
} from './program-values.ts';
import { RecordFaults } from './record-faults.ts';

/** A curriculum that a program is connected with. */
export interface Connection {
  readonly studyProgramId: string;
  readonly curriculumId: string;
  readonly position: number;
}

export interface ResponsibleUser {
  readonly studyProgramId: string;
  readonly userId: string;
}

/** When a cohort studies a study term. */
export interface CohortTerm {
  readonly cohortId: string;
  readonly curriculumTermId: string;
  readonly organizationTermId: string;
}

/** What is stored under the batch's refs, and what these records own. */
export interface StoredPrograms {
  readonly programs: readonly Stored<ProgramValues & DefaultVersion>[];
  readonly versions: readonly Stored<Omit<ProgramVersionValues, 'isDefault'>>[];
  readonly cohorts: readonly (Stored<CohortValues> & Pick<ProgramVersionValues, 'studyProgramId'>)[];
  readonly connections: readonly Connection[];
  readonly responsibleUsers: readonly ResponsibleUser[];
  readonly cohortTerms: readonly CohortTerm[];
}

/** What an import does with each record of a batch, section by section in the batch's order, and with what hangs on them. */
export interface ProgramPlan {
  readonly programs: readonly Entry<ProgramValues & DefaultVersion>[];
  readonly versions: readonly Entry<ProgramVersionValues>[];
  readonly cohorts: readonly Entry<CohortValues>[];
  readonly connections: ListChange<Connection>;
  readonly responsibleUsers: ListChange<ResponsibleUser>;
  readonly cohortTerms: ListChange<CohortTerm>;
  /** Versions whose cohorts change. */
  readonly cohortVersionIds: ReadonlySet<string>;
  /** Programs whose versions or cohorts change. */
  readonly nestedProgramIds: ReadonlySet<string>;
  /** Outside the batch: versions that cease to be the default one or lose a cohort, and the programs of these. */
  readonly left: { readonly versions: readonly LeftVersion[]; readonly programIds: readonly string[] };
}

/** A version outside the batch that an import changes. */
interface LeftVersion {
  readonly id: string;
  readonly studyProgramId: string;
  /** The fields that a reader sees changed. */
  readonly changed: readonly string[];
}

/**
 * Compares a batch with what is stored under its refs. A record is known again by its ref, wherever it was before: a cohort may change its
 * version, a version its program. Where no version of a program is the default one, the first is. A version whose cohorts change is a
 * changed version, because it shows them, and a program whose versions change a changed program. Refuses with REQUEST_INVALID a version
 * that a program outside the batch would lose: it might be its last one.
 */
export function planProgramImport(
  records: readonly ProgramRecord[],
  stored: StoredPrograms,
  newId: () => string,
): ProgramPlan {
  const known = matchByRef(records.map(programValues), stored.programs, newId);
  const versions = matchVersions(records, known, stored, newId);
  const cohortsOfVersions = withVersionIds(records, versions);
  const cohorts = matchByRef(
    cohortsOfVersions.map(({ record, versionId }) => cohortValues(record, versionId)),
    stored.cohorts,
    newId,
  );
  const programs = withDefaults(known, versions, stored);

  const lists = records.map((record, i) => ({ ...record, id: idAt(known, i) }));
  const connections = compareLists(
    ['studyProgramId', 'curriculumId', 'position'],
    stored.connections,
    lists.flatMap(({ id, curriculaIds }) =>
      curriculaIds.map((curriculumId, position) => ({ studyProgramId: id, curriculumId, position })),
    ),
  );
  const responsibleUsers = compareLists(
    ['studyProgramId', 'userId'],
    stored.responsibleUsers,
    lists.flatMap(({ id, responsibleUserIds }) => responsibleUserIds.map((userId) => ({ studyProgramId: id, userId }))),
  );
  const cohortTerms = compareLists(
    ['cohortId', 'curriculumTermId', 'organizationTermId'],
    stored.cohortTerms,
    cohortsOfVersions.flatMap(({ record: { terms } }, i) =>
      terms.map(({ termId, organizationTermId }) => ({
        cohortId: idAt(cohorts, i),
        curriculumTermId: termId,
        organizationTermId,
      })),
    ),
  );

  const changedCohorts = touch(cohorts, cohortTerms.ownerIds);
  const cohortVersionIds = new Set(owners(changedCohorts, ({ studyProgramVersionId }) => studyProgramVersionId));
  const formerDefaults = new Map(
    programs.flatMap(({ id, before, values }) =>
      before && before.defaultVersionId !== values.defaultVersionId ? [[before.defaultVersionId, id]] : [],
    ),
  );
  const affectedVersions = new Set([...cohortVersionIds, ...formerDefaults.keys()]);
  const changedVersions = touch(versions, affectedVersions);
  const programOfCohort = new Map(stored.cohorts.map(({ id, studyProgramId }) => [id, studyProgramId]));
  const nestedProgramIds = new Set([
    ...owners(changedVersions, ({ studyProgramId }) => studyProgramId),
    ...changed(changedCohorts).flatMap(({ id }) => programOfCohort.get(id) ?? []),
  ]);
  const affectedPrograms = new Set([...nestedProgramIds, ...connections.ownerIds, ...responsibleUsers.ownerIds]);
  const programOfVersion = new Map([
    ...stored.cohorts.map((cohort) => [cohort.studyProgramVersionId, cohort.studyProgramId] as const),
    ...formerDefaults,
  ]);
  return {
    programs: touch(programs, affectedPrograms),
    versions: changedVersions,
    cohorts: changedCohorts,
    connections,
    responsibleUsers,
    cohortTerms,
    cohortVersionIds,
    nestedProgramIds,
    left: {
      versions: outside(affectedVersions, versions).map((id) => ({
        id,
        studyProgramId: found(programOfVersion.get(id)),
        changed: [...(formerDefaults.has(id) ? ['isDefault'] : []), ...(cohortVersionIds.has(id) ? ['cohorts'] : [])],
      })),
      programIds: outside(affectedPrograms, programs),
    },
  };
}

function matchVersions(
  records: readonly ProgramRecord[],
  programs: readonly Entry<ProgramValues>[],
  stored: StoredPrograms,
  newId: () => string,
): Entry<ProgramVersionValues>[] {
  const inBatch = new Set(programs.map(({ id }) => id));
  const programOf = new Map(stored.versions.map(({ ref, studyProgramId }) => [ref, studyProgramId]));
  const faults = new RecordFaults();
  const values = records.flatMap(({ versions }, i) => {
    const byDefault = Math.max(
      versions.findIndex(({ isDefault }) => isDefault),
      0,
    );
    return versions.map(({ ref, name }, j): ProgramVersionValues => {
      if (!inBatch.has(programOf.get(ref) ?? idAt(programs, i)))
        faults.impossible(`/records/${i}/versions/${j}/ref`, 'is a version of a program outside this batch');
      return { ref, studyProgramId: idAt(programs, i), name, isDefault: j === byDefault };
    });
  });
  faults.refuseAny();
  const defaults = new Set(stored.programs.map(({ defaultVersionId }) => defaultVersionId));
  const known = stored.versions.map((version) => ({ ...version, isDefault: defaults.has(version.id) }));
  return matchByRef(values, known, newId);
}

interface CohortOfVersion {
  readonly record: CohortRecord;
  readonly versionId: string;
}

/** The batch's cohorts, each with its version. */
function withVersionIds(
  records: readonly ProgramRecord[],
  versions: readonly Entry<ProgramVersionValues>[],
): CohortOfVersion[] {
  let index = 0;
  return records.flatMap((record) =>
    record.versions.flatMap(({ cohorts }) => {
      const versionId = idAt(versions, index++);
      return cohorts.map((cohort) => ({ record: cohort, versionId }));
    }),
  );
}

function withDefaults(
  programs: readonly Entry<ProgramValues>[],
  versions: readonly Entry<ProgramVersionValues>[],
  stored: StoredPrograms,
): ProgramPlan['programs'] {
  const byProgram = new Map(
    versions.filter(({ values }) => values.isDefault).map(({ id, values }) => [values.studyProgramId, id]),
  );
  const before = new Map(stored.programs.map((program) => [program.id, program]));
  return programs.map((entry) => ({
    ...entry,
    values: { ...entry.values, defaultVersionId: found(byProgram.get(entry.id)) },
    before: before.get(entry.id) ?? null,
  }));
}

function changed<Values>(entries: readonly Entry<Values>[]): Entry<Values>[] {
  return entries.filter(({ change }) => change !== 'none');
}

/** The records that changed entries belong to now, and belonged to before. */
function owners<Values>(entries: readonly Entry<Values>[], ownerOf: (values: Values) => string): string[] {
  return changed(entries).flatMap(({ values, before }) => [ownerOf(values), ownerOf(before ?? values)]);
}

/** The entries, those of them that are affected being changed ones. */
function touch<Values>(entries: readonly Entry<Values>[], affected: ReadonlySet<string>): Entry<Values>[] {
  return entries.map((entry) =>
    entry.change === 'none' && affected.has(entry.id) ? { ...entry, change: 'update' } : entry,
  );
}

function outside(ids: ReadonlySet<string>, entries: readonly Entry<unknown>[]): string[] {
  const inside = new Set(entries.map(({ id }) => id));
  return [...ids].filter((id) => !inside.has(id));
}

function idAt(entries: readonly Entry<unknown>[], index: number): string {
  return found(entries[index]).id;
}

/** What is there by construction. */
function found<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('a record of the batch is missing');
  return value;
}
