import type { SectionImport } from '../../../bundle/engine/import-batch.ts';
import { importCommand } from '../../../bundle/engine/import-command.ts';
import { importEvents } from '../../../bundle/engine/import-events.ts';
import type { Entry, Plan } from '../../../bundle/engine/plan.ts';
import { pathOf } from '../../../bundle/format/placed.ts';
import { pointerOf } from '../../../platform/core/errors/pointer.ts';
import { refuse, type Violation } from '../../../platform/core/errors/refusal.ts';
import {
  ProgramCreatedSchema,
  ProgramUpdatedSchema,
  ProgramVersionCreatedSchema,
  ProgramVersionUpdatedSchema,
} from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { importedVersionChanges, programChanges } from '../domain/program-changes.ts';
import { curriculaWithin, curriculumEvents } from '../events/curriculum-events.ts';
import { curricula, items, moduleClusters, pathways, terms } from '../import/curricula.ts';
import { courseModules, moduleGroups, moduleVersions, organizationTerms, tags } from '../import/modules.ts';
import { programs, programVersions } from '../import/programs.ts';
import { releaseModuleVersions, releaseParts } from '../store/moved-records.ts';
import { knownUsers } from './programs.ts';

/** Events are published for the curricula whose items lose a version that moves to another module. */
const ofModules: SectionImport = {
  root: courseModules,
  async finish(plan, { tx, actor, at }) {
    const moved = movedIds(plan.of(moduleVersions), 'courseModuleId');
    return curriculaWithin(await releaseModuleVersions(tx, actor, moved, at));
  },
};

const ofCurricula: SectionImport = {
  root: curricula,
  finish(plan, { tx, actor, at }) {
    const moved = {
      termIds: movedIds(plan.of(terms), 'curriculumVersionId'),
      pathwayIds: movedIds(plan.of(pathways), 'curriculumVersionId'),
      clusterIds: movedIds(plan.of(moduleClusters), 'curriculumVersionId'),
      itemIds: movedIds(plan.of(items), 'curriculumVersionId'),
    };
    releaseParts(tx, actor, moved, at);
    return curriculumEvents(plan);
  },
};

const OF_PROGRAMS = { created: ProgramCreatedSchema, updated: ProgramUpdatedSchema, changes: programChanges };
const OF_VERSIONS = {
  created: ProgramVersionCreatedSchema,
  updated: ProgramVersionUpdatedSchema,
  changes: importedVersionChanges,
  isOrderedByParent: true,
};

/** Programs and versions created by integrations stay. */
const ofPrograms: SectionImport = {
  root: programs,
  complete(plan) {
    refuseMissingVersions(plan);
    setDefaults(plan);
  },
  finish: (plan) => [...importEvents(plan, programs, OF_PROGRAMS), ...importEvents(plan, programVersions, OF_VERSIONS)],
};

export const importRecords = importCommand(ImportService.method.import, {
  sections: [{ root: organizationTerms }, { root: moduleGroups }, { root: tags }, ofModules, ofCurricula, ofPrograms],
  foreign: { users: knownUsers },
});

function movedIds<Parent extends string>(
  entries: readonly Pick<Entry<Readonly<Record<Parent, string>>>, 'id' | 'before' | 'values'>[],
  parent: Parent,
): string[] {
  return entries.flatMap(({ id, before, values }) => (before && before[parent] !== values[parent] ? [id] : []));
}

/**
 * Refuses with REQUEST_INVALID a new program without a version, and a version that a program would lose of which the
 * batch names none: it might be its last one.
 */
function refuseMissingVersions(plan: Plan): void {
  const named = new Set(plan.of(programVersions).map(({ values }) => values.studyProgramId));
  const taken = plan.of(programVersions).flatMap(({ before, placed }): Violation[] => {
    if (!before || named.has(before.studyProgramId)) return [];
    const message = 'is a version of a program of which this batch names no other';
    return [{ pointer: pointerOf([...pathOf(placed), 'ref']), code: 'invalid_value', message }];
  });
  const lacking = plan.of(programs).flatMap(({ id, before, placed }): Violation[] => {
    if (before || named.has(id)) return [];
    return [{ pointer: pointerOf([...pathOf(placed), 'versions']), code: 'required', message: 'is required' }];
  });
  const violations = [...taken, ...lacking];
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

/**
 * The default version of a program is the one that is marked, else the one that was, unless it is said not to be, else
 * its first one. A version changes if it becomes the default, or is no longer.
 */
function setDefaults(plan: Plan): void {
  const versionsOf = Map.groupBy(plan.of(programVersions), ({ values }) => values.studyProgramId);
  for (const program of plan.of(programs)) {
    const versions = versionsOf.get(program.id) ?? [];
    const former = program.before?.defaultVersionId;
    const possible = versions.filter(({ record }) => record.isDefault !== false);
    const isKept = former !== undefined && isDefaultStill(plan, program.id, former, possible);
    const byDefault =
      versions.find(({ record }) => record.isDefault)?.id ?? (isKept ? former : (possible[0] ?? versions[0])?.id);
    if (byDefault === undefined) throw new RangeError(`program ${program.id} has no version`);
    program.values = { ...program.values, defaultVersionId: byDefault };
    if (former === byDefault) continue;
    for (const id of [byDefault, ...(former === undefined ? [] : [former])])
      plan.touch(programVersions, id, 'isDefault');
  }
}

/** @param possible the versions of the batch's record of the program that are not said to be no default */
function isDefaultStill(plan: Plan, programId: string, former: string, possible: readonly { readonly id: string }[]) {
  const inBatch = plan.find(former);
  if (inBatch?.values.studyProgramId !== programId && inBatch) return false;
  return !inBatch || possible.length === 0 || possible.some(({ id }) => id === former);
}
