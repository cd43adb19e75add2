import { type DomainEvent, resourceEvent } from '../../../platform/core/event.ts';
import { importEvents } from '../../../platform/core/import/import-events.ts';
import {
  ProgramCreatedSchema,
  ProgramUpdatedSchema,
  ProgramVersionCreatedSchema,
  ProgramVersionUpdatedSchema,
} from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import type { ProgramPlan } from '../domain/plan-program-import.ts';
import { importedVersionChanges, programChanges } from '../domain/program-changes.ts';

/** The events of an import, programs before their versions. */
export function programEvents(plan: ProgramPlan): DomainEvent[] {
  const { versions, programIds } = plan.left;
  return [
    ...importEvents(plan.programs, {
      created: ProgramCreatedSchema,
      updated: ProgramUpdatedSchema,
      changed: (program) => programChanges(plan, program),
    }),
    ...programIds.map((id) => resourceEvent(ProgramUpdatedSchema, id)),
    ...importEvents(plan.versions, {
      created: ProgramVersionCreatedSchema,
      updated: ProgramVersionUpdatedSchema,
      changed: (version) => importedVersionChanges(plan, version),
      aggregateOf: ({ values }) => values.studyProgramId,
    }),
    ...versions.map(({ id, studyProgramId: aggregateId, changed }) =>
      resourceEvent(ProgramVersionUpdatedSchema, id, { aggregateId, changed }),
    ),
  ];
}
