import { cutPage, keysetOf } from '../../../platform/core/paging.ts';
import { workingTimeRules } from '../../../platform/core/working-time-rules.ts';
import { query } from '../../../platform/handler/query.ts';
import { type RulesOfPerson, WorkingTimeService } from '../../../proto/gen/lyceum/directory/v1/working_time_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findInstitution } from '../store/institutions.ts';
import { listRulesByGroup } from '../store/working-time-rules.ts';

/** By which rules hours are judged: the institution's, and for whom others hold. */
export const listWorkingTimeRules = query(
  WorkingTimeService.method.listWorkingTimeRules,
  async (db, { page, ids }, { actor }) => {
    const keyset = keysetOf(page, '');
    const [institution, found] = await Promise.all([
      findInstitution(db, actor.institutionId),
      listRulesByGroup(db, actor, keyset, ids?.ids ?? null),
    ]);
    const { workingTimeRules: own } = institution ?? refuse('INSTITUTION_NOT_FOUND');
    const { rows, hasMore } = cutPage(found, keyset);
    return {
      ...(own && { institutionRules: workingTimeRules.from(own) }),
      people: rows.map(
        ({ userId, rules }): RulesOfPerson => ({
          $typeName: 'lyceum.directory.v1.RulesOfPerson',
          userId,
          rules: workingTimeRules.from(rules),
        }),
      ),
      hasMore,
    };
  },
);
