import type { BatchContext } from '../../../bundle/engine/import-batch.ts';
import type { Plan } from '../../../bundle/engine/plan.ts';
import { pointerOf } from '../../../platform/core/errors/pointer.ts';
import type { Violation } from '../../../platform/core/errors/refusal.ts';
import { membersTooMany, tooManyGroups } from '../domain/group-limit.ts';
import { refuse } from '../domain/refusals.ts';
import { userGroups } from '../import/users.ts';
import { countGroupsOf } from '../store/group-members.ts';

/**
 * Refuses with REQUEST_INVALID a member who would be in too many groups, counting those that are stored and stay
 * when the whole import is done. Imports of an institution wait for each other, and nothing else writes members.
 */
export async function refuseTooManyGroups(plan: Plan, { tx, actor, following }: BatchContext): Promise<void> {
  const named = plan.of(userGroups).filter(({ record }) => record.members);
  const refs = new Set(named.flatMap(({ record }) => record.members ?? []));
  if (refs.size === 0) return;
  const except = { ids: named.map(({ id }) => id), refs: following };
  const others = await countGroupsOf(tx, actor, [...refs], except);
  const tooMany = membersTooMany(
    named.map(({ placed, record }) => [placed.index, record]),
    new Map(others.map(({ ref, count }) => [ref, count])),
  );
  const violations = tooMany.map(
    ({ index, member, ref }): Violation => ({
      pointer: pointerOf([userGroups.name, index, 'members', member]),
      code: 'invalid_value',
      message: tooManyGroups(ref),
    }),
  );
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}
