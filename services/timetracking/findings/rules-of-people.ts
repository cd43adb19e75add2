import type { Call } from '../../../platform/calls/caller.ts';
import { ruleSetOf } from '../../../platform/core/working-time-rules.ts';
import { WorkingTimeService } from '../../../proto/gen/lyceum/directory/v1/working_time_pb.ts';
import type { RuleSet } from '../domain/working-time/rule-set.ts';
import { ruleSets } from '../domain/working-time/rule-sets.ts';

/** By which rule sets the people of an institution are judged now. */
export interface RulesOfPeople {
  /** Whether nobody is judged. */
  readonly areNone: boolean;
  /** Of some people, at most 100; those who are not judged have no entry. */
  of(userIds: readonly string[]): Promise<ReadonlyMap<string, RuleSet>>;
}

const AT_ONCE = 500;

/** Asks directory, once if few people have other rules than the institution. */
export async function readRules(call: Call): Promise<RulesOfPeople> {
  const ask = (request: { readonly ids?: { readonly ids: string[] } }) =>
    call(WorkingTimeService.method.listWorkingTimeRules, { page: { size: AT_ONCE }, ...request });
  const { institutionRules, people, hasMore } = await ask({});
  const own = ruleSetOf(institutionRules);
  return {
    areNone: !hasMore && own === null && people.every(({ rules }) => ruleSetOf(rules) === null),
    async of(userIds) {
      const others = hasMore ? (await ask({ ids: { ids: [...userIds] } })).people : people;
      const named = new Map(others.map(({ userId, rules }) => [userId, ruleSetOf(rules)]));
      return new Map(
        userIds.flatMap((userId) => {
          const name = named.has(userId) ? named.get(userId) : own;
          const ruleSet = name ? ruleSets.get(name) : undefined;
          return ruleSet ? [[userId, ruleSet] as const] : [];
        }),
      );
    },
  };
}
