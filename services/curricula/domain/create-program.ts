import { refuse, type Violation } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { givenFields } from '../../../platform/core/resource.ts';
import { type CreateProgramRequest, ProgramSchema } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import type { ProgramState } from './program.ts';
import type { ProgramVersionState } from './program-version.ts';

interface Input<C> {
  /** The institution's curricula that may be newly connected, among those of the request. */
  readonly connectable: readonly C[];
  /** In epoch milliseconds. */
  readonly now: number;
  newId(): string;
}

interface NewProgram<C> {
  readonly program: ProgramState;
  /** The first version, which is the default (decisions 9.4). */
  readonly version: ProgramVersionState;
  /** In the order of the request. */
  readonly connected: readonly C[];
}

/**
 * The program that a request creates (decisions 3.2, 9.4, 9.7). Refuses with REQUEST_INVALID a curriculum twice, or one
 * that may not be connected.
 */
export function createProgram<C extends { readonly id: string }>(
  request: CreateProgramRequest,
  { connectable, now, newId }: Input<C>,
): NewProgram<C> {
  const given = givenFields(ProgramSchema, request.program);
  const curricula = new Map(connectable.map((curriculum) => [curriculum.id, curriculum]));
  const violations = [
    ...repeatedCurricula(request.curriculaIds),
    ...request.curriculaIds.flatMap((id, index): Violation[] =>
      curricula.has(id.toLowerCase()) ? [] : [unknownCurriculum(index)],
    ),
  ];
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });

  const at = toInstantText(now);
  const [id, versionId] = [newId(), newId()];
  return {
    program: {
      ...given,
      id,
      type: null,
      isArchived: false,
      statisticData: null,
      defaultTuitionFeePlanId: null,
      defaultVersionId: versionId,
      revision: newId(),
      createdAt: at,
      updatedAt: at,
    },
    version: {
      id: versionId,
      studyProgramId: id,
      name: request.initialVersionName ?? given.name,
      isDefault: true,
      statisticData: null,
      revision: newId(),
      createdAt: at,
      updatedAt: at,
    },
    connected: request.curriculaIds.flatMap((each) => curricula.get(each.toLowerCase()) ?? []),
  };
}

function repeatedCurricula(ids: readonly string[]): Violation[] {
  const lower = ids.map((id) => id.toLowerCase());
  return lower.flatMap((id, index): Violation[] =>
    lower.indexOf(id) === index
      ? []
      : [{ pointer: `/curriculaIds/${index}`, code: 'invalid_value', message: 'is named twice' }],
  );
}

function unknownCurriculum(index: number): Violation {
  return {
    pointer: `/curriculaIds/${index}`,
    code: 'invalid_reference',
    message: 'does not refer to a curriculum that can be connected',
  };
}
