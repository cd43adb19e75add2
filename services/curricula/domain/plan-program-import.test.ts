import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Stored } from '../../../platform/core/import/match-by-ref.ts';
import { ImportProgramsRequestSchema, type ProgramRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { type ProgramPlan, planProgramImport, type StoredPrograms } from './plan-program-import.ts';

const nothing: StoredPrograms = {
  programs: [],
  versions: [],
  cohorts: [],
  connections: [],
  responsibleUsers: [],
  cohortTerms: [],
};

const cohort = fc.record({ name: fc.constantFrom('A', 'B'), curriculum: fc.constantFrom('c1', 'c2') });
const version = fc.record({ name: fc.constantFrom('1', '2'), cohorts: fc.array(cohort, { maxLength: 2 }) });
const program = fc.record({
  name: fc.constantFrom('P', 'Q'),
  curriculaIds: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  responsibleUserIds: fc.uniqueArray(fc.constantFrom('u', 'v')),
  versions: fc.array(version, { minLength: 1, maxLength: 3 }),
  byDefault: fc.nat(3),
});

/** Bundles whose records have refs from their positions. */
const bundle = fc.array(program, { minLength: 1, maxLength: 3 }).map((programs): ProgramRecord[] => {
  const records = programs.map(({ versions, byDefault, ...rest }, p) => ({
    ...rest,
    ref: `p${p}`,
    versions: versions.map(({ name, cohorts }, v) => ({
      name,
      ref: `p${p}v${v}`,
      isDefault: v === byDefault,
      cohorts: cohorts.map((each, c) => ({
        ref: `p${p}v${v}c${c}`,
        name: each.name,
        startDate: '2026-10-01T00:00:00.000Z',
        endDate: '2027-10-01T00:00:00.000Z',
        curriculaVersionId: each.curriculum,
        terms: [{ termId: 't', organizationTermId: each.name }],
      })),
    })),
  }));
  return create(ImportProgramsRequestSchema, { records }).records;
});

function ids(): () => string {
  let last = 0;
  return () => `id-${++last}`;
}

/** The stored records after a plan for an empty institution is written. */
function written({ programs, versions, cohorts, ...lists }: ProgramPlan): StoredPrograms {
  const stored = <V>(entries: readonly { id: string; values: V }[]): Stored<V>[] =>
    entries.map(({ id, values }) => ({ ...values, id }));
  const programOf = new Map(versions.map(({ id, values }) => [id, values.studyProgramId]));
  return {
    programs: stored(programs),
    versions: stored(versions),
    cohorts: stored(cohorts).map((each) => ({
      ...each,
      studyProgramId: programOf.get(each.studyProgramVersionId) ?? '',
    })),
    connections: lists.connections.added,
    responsibleUsers: lists.responsibleUsers.added,
    cohortTerms: lists.cohortTerms.added,
  };
}

it('every program has one default version of its own: the one marked as default, else the first', () => {
  fc.assert(
    fc.property(bundle, (records) => {
      const { programs, versions } = planProgramImport(records, nothing, ids());
      for (const [p, { id, values }] of programs.entries()) {
        const own = versions.filter((each) => each.values.studyProgramId === id);
        const byDefault = own.filter((each) => each.values.isDefault);
        expect(byDefault.map((each) => each.id)).toEqual([values.defaultVersionId]);
        const named = Math.max(records[p]?.versions.findIndex(({ isDefault }) => isDefault) ?? 0, 0);
        expect(own[named]?.id).toBe(values.defaultVersionId);
      }
    }),
  );
});

it('a repeated bundle changes nothing', () => {
  fc.assert(
    fc.property(bundle, (records) => {
      const newId = ids();
      const stored = written(planProgramImport(records, nothing, newId));
      const { programs, versions, cohorts, connections, responsibleUsers, cohortTerms, left } = planProgramImport(
        records,
        stored,
        newId,
      );
      expect([...programs, ...versions, ...cohorts].filter(({ change }) => change !== 'none')).toEqual([]);
      for (const list of [connections, responsibleUsers, cohortTerms])
        expect([...list.gone, ...list.added]).toEqual([]);
      expect(left).toEqual({ versions: [], programIds: [] });
    }),
  );
});

it('another bundle leaves every program with one default version, and names the owner of each change', () => {
  fc.assert(
    fc.property(bundle, bundle, (before, after) => {
      const newId = ids();
      const stored = written(planProgramImport(before, nothing, newId));
      const plan = planProgramImport(after, stored, newId);
      const changedVersions = new Set(plan.versions.flatMap(({ id, change }) => (change === 'none' ? [] : [id])));
      const changedPrograms = new Set(plan.programs.flatMap(({ id, change }) => (change === 'none' ? [] : [id])));
      for (const { change, values } of plan.cohorts)
        if (change !== 'none') expect(changedVersions).toContain(values.studyProgramVersionId);
      for (const { change, values } of plan.versions)
        if (change !== 'none') expect(changedPrograms).toContain(values.studyProgramId);
      for (const { values, before: old } of plan.programs) {
        if (!old || old.defaultVersionId === values.defaultVersionId) continue;
        expect([...changedVersions, ...plan.left.versions.map(({ id }) => id)]).toContain(old.defaultVersionId);
      }
    }),
  );
});
