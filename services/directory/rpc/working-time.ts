import { lockImport } from '../../../bundle/engine/import-lock.ts';
import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { type DomainEvent, resourceEvent, updateEvents } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { cutPage, keysetOf } from '../../../platform/core/paging.ts';
import { present } from '../../../platform/core/present.ts';
import {
  ruleSetOf,
  rulesNamed,
  type WorkingTimeChoice,
  workingTimeRules,
} from '../../../platform/core/working-time-rules.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { WorkingTimeRules } from '../../../proto/gen/lyceum/common/v1/working_time_rules_pb.ts';
import {
  InstitutionSettingsChangedSchema,
  UserGroupUpdatedSchema,
} from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import {
  type GroupRules,
  type RuleChoice,
  type RulesOfPerson,
  WorkingTimeService,
} from '../../../proto/gen/lyceum/directory/v1/working_time_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findInstitution, lockInstitution, updateInstitution } from '../store/institutions.ts';
import { listGroupRules, listRulesByGroup, lockGroupRules, writeGroupRules } from '../store/working-time-rules.ts';

/** By which rules hours are judged: the institution's, and for whom others hold. */
export const listWorkingTimeRules = query(
  WorkingTimeService.method.listWorkingTimeRules,
  async (db, { page, ids }, { actor }) => {
    const keyset = keysetOf(page, '');
    const [institution, found] = await Promise.all([
      findInstitution(db, actor.institutionId),
      listRulesByGroup(db, actor, keyset, ids?.ids ?? null),
    ]);
    const own = rulesNamed((institution ?? refuse('INSTITUTION_NOT_FOUND')).workingTimeRules);
    const { rows, hasMore } = cutPage(found, keyset);
    return {
      ...(own && { institutionRules: own }),
      people: rows.map(
        ({ userId, rules }): RulesOfPerson => ({
          $typeName: 'lyceum.directory.v1.RulesOfPerson',
          userId,
          rules: rulesNamed(rules) ?? WorkingTimeRules.NONE,
        }),
      ),
      hasMore,
    };
  },
);

/** What the institution and its groups have chosen. */
export const listRuleChoices = query(WorkingTimeService.method.listRuleChoices, async (db, { page }, { actor }) => {
  const keyset = keysetOf(page, '');
  const [institution, found] = await Promise.all([
    findInstitution(db, actor.institutionId),
    listGroupRules(db, actor, keyset),
  ]);
  const own = rulesNamed((institution ?? refuse('INSTITUTION_NOT_FOUND')).workingTimeRules);
  const { rows, hasMore } = cutPage(found, keyset);
  return {
    ...(own && { institutionRules: own }),
    groups: rows.map(({ id, name, workingTimeRules: chosen }): GroupRules => {
      const rules = rulesNamed(chosen);
      return { $typeName: 'lyceum.directory.v1.GroupRules', id, name, ...(rules && { rules }) };
    }),
    hasMore,
  };
});

/** Changes choices that are as they were seen, all or none. */
export const chooseRules = command(WorkingTimeService.method.chooseRules, {
  async run(tx, { choices }, { actor, now, newId }) {
    // Bundles bring choices, too.
    lockImport(tx, actor.institutionId);
    const at = toInstantText(now);
    const events: DomainEvent[] = [];
    const ofInstitution = choices.find(({ userGroupId }) => userGroupId === undefined);
    if (ofInstitution) {
      const institution = (await lockInstitution(tx, actor.institutionId)) ?? refuse('INSTITUTION_NOT_FOUND');
      requireSeen(institution.workingTimeRules, ofInstitution);
      if (ofInstitution.rules === WorkingTimeRules.NONE)
        refuseField('/choices/rules', 'invalid_value', 'must name rules');
      const rules = ruleSetOf(ofInstitution.rules);
      updateInstitution(tx, { ...institution, workingTimeRules: rules }, { at, revision: newId() });
      const changed = rules === institution.workingTimeRules ? [] : ['working_time_rules'];
      events.push(...updateEvents(InstitutionSettingsChangedSchema, institution.id, { changed }));
    }
    const ofGroups = new Map(choices.flatMap((each) => (each.userGroupId ? [[each.userGroupId, each]] : [])));
    const groups = ofGroups.size === 0 ? [] : await lockGroupRules(tx, actor, [...ofGroups.keys()]);
    if (groups.length < ofGroups.size) refuse('USER_GROUP_NOT_FOUND');
    const rows = groups.map(({ id, workingTimeRules: before }) => {
      const choice = present(ofGroups.get(id), 'choice');
      requireSeen(before, choice);
      return { id, workingTimeRules: choiceOf(choice.rules), revision: newId() };
    });
    writeGroupRules(tx, actor, rows, at);
    // Readers of groups see that they have changed, not what.
    events.push(...groups.map(({ id }) => resourceEvent(UserGroupUpdatedSchema, id, { changed: [] })));
    return { response: {}, events };
  },
});

/** Refuses with REVISION_STALE a change of a choice that is not the one that was seen. */
function requireSeen(stored: WorkingTimeChoice | null, { seen }: Pick<RuleChoice, 'seen'>): void {
  if (stored !== choiceOf(seen)) refuse('REVISION_STALE');
}

function choiceOf(rules: WorkingTimeRules): WorkingTimeChoice | null {
  return rules === WorkingTimeRules.UNSPECIFIED ? null : workingTimeRules.of(rules);
}
