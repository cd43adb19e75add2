import { ruleSetNames, type WorkingTimeChoice, workingTimeRules } from '../../../platform/core/working-time-rules.ts';
import { WorkingTimeRules } from '../../../proto/gen/lyceum/common/v1/working_time_rules_pb.ts';
import type { GetInstitutionResponse } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import {
  type GroupRules,
  type ListRuleChoicesResponse,
  WorkingTimeService,
} from '../../../proto/gen/lyceum/directory/v1/working_time_pb.ts';
import { heading, linkButton } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { pages } from '../../components/pages.ts';
import { type ChangedRecord, changeScreen } from '../../route/change-screen.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { changedSettings } from '../settings/changed-settings.ts';
import { CALENDAR, WORKING_TIME } from './paths.ts';

interface Choices extends Pick<ListRuleChoicesResponse, 'institutionRules' | 'groups' | 'hasMore'> {
  readonly settings: GetInstitutionResponse;
}

/** The choices that one page shows; each is compared with the one that was seen. */
const changedChoices: ChangedRecord<Choices> = {
  name: () => t.workingTime.theRules,
  async read(visit) {
    const [settings, choices] = await Promise.all([
      changedSettings.read(visit),
      visit.call(WorkingTimeService.method.listRuleChoices, { page: { ...pageOf(visit.query), size: GROUPS } }),
    ]);
    return { ...choices, settings };
  },
  revisionOf: ({ settings }) => changedSettings.revisionOf(settings),
  changesSince: (visit, { settings }, revision) => changedSettings.changesSince(visit, settings, revision),
};

/** By which rules working time is judged: those of the institution, and of each group. */
export const workingTime = changeScreen(changedChoices, {
  path: '/settings/working-time',
  success: () => t.workingTime.rulesSaved,
  next: () => WORKING_TIME,
  fields: (_visit, { institutionRules, groups }) => [
    {
      kind: 'select',
      name: INSTITUTION,
      label: t.workingTime.ruleSet,
      options: [['', t.workingTime.none], ...sets()],
      value: textOf(institutionRules),
      help: t.workingTime.ruleSetHelp,
    },
    ...groups.map(
      ({ id, name, rules }): Field => ({
        kind: 'select',
        name: id,
        label: name,
        options: [['', t.workingTime.asInstitution], ['none', t.workingTime.none], ...sets()],
        value: textOf(rules),
      }),
    ),
  ],
  view({ session, query }, { record: { groups, hasMore }, fields, ...state }) {
    const last = groups.at(-1);
    const position = ({ name, id }: GroupRules) => ({ sort: name, id });
    const cursor = hasMore && last ? cursorAfter(position(last)) : undefined;
    const top = cursorAt(groups[0] && position(groups[0]), 'ascending');
    return {
      title: t.workingTime.title,
      isNarrow: true,
      body: html`${heading({
        title: t.workingTime.title,
        parent: { href: '/console/settings', title: t.words.settings },
        about: t.workingTime.about(session.institutionName),
        actions: linkButton(CALENDAR, t.workingTime.calendar),
      })}<div id="list">${form(state, { fields, submit: t.workingTime.saveRules })}${
        (cursor !== undefined || query.cursor !== undefined) &&
        pages({ path: WORKING_TIME, query, cursor, top, summary: t.workingTime.groups(groups.length) })
      }</div>`,
    };
  },
  async save({ send, changed, seen }) {
    const choices = Object.entries(changed).map(([name, value]) => ({
      ...(name !== INSTITUTION && { userGroupId: name }),
      rules: rulesOf(value),
      seen: rulesOf(seen[name] ?? ''),
    }));
    await send(WorkingTimeService.method.chooseRules, { choices });
    return undefined;
  },
});

/** Groups on a page: each is a field with all choices, and a page is made in one turn. */
const GROUPS = 20;

/** The field of the institution; those of groups have their ids. */
const INSTITUTION = 'working_time_rules';

function sets() {
  return ruleSetNames.map((name) => [name, t.workingTime.sets[name]] as const);
}

function textOf(rules: WorkingTimeRules | undefined): string {
  return rules === undefined ? '' : workingTimeRules.of(rules);
}

/** The choice that an option stands for. */
function rulesOf(value: string): WorkingTimeRules {
  return value === '' ? WorkingTimeRules.UNSPECIFIED : workingTimeRules.from(value as WorkingTimeChoice);
}
