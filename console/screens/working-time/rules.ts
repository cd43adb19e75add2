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
  name: () => 'the rules',
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
  success: () => 'The rules were saved.',
  next: () => WORKING_TIME,
  fields: (_visit, { institutionRules, groups }) => [
    {
      kind: 'select',
      name: INSTITUTION,
      label: 'Rule set',
      options: [['', 'None'], ...SETS],
      value: textOf(institutionRules),
      help: 'The statute with which time records are compared. Nothing is refused or changed because of it.',
    },
    ...groups.map(
      ({ id, name, rules }): Field => ({
        kind: 'select',
        name: id,
        label: name,
        options: [['', 'As the institution'], ['none', 'None'], ...SETS],
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
      title: 'Working time',
      isNarrow: true,
      body: html`${heading({
        title: 'Working time',
        parent: { href: '/console/settings', title: 'Settings' },
        about: html`The rules for the people of ${session.institutionName}, and for user groups that have others. Of several groups of a person the first by name counts.`,
        actions: linkButton(CALENDAR, 'Calendar'),
      })}<div id="list">${form(state, { fields, submit: 'Save rules' })}${
        (cursor !== undefined || query.cursor !== undefined) &&
        pages({ path: WORKING_TIME, query, cursor, top, summary: `${groups.length} groups, by name` })
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

const LABELS = {
  'de-arbzg': 'Germany: Arbeitszeitgesetz',
  'at-azg': 'Austria: Arbeitszeitgesetz',
  'nl-atw': 'Netherlands: Arbeidstijdenwet',
  'ch-arg': 'Switzerland: Arbeitsgesetz',
  'eu-2003-88': 'European Union: Directive 2003/88/EC',
} as const satisfies Readonly<Record<(typeof ruleSetNames)[number], string>>;
const SETS = ruleSetNames.map((name) => [name, LABELS[name]] as const);

function textOf(rules: WorkingTimeRules | undefined): string {
  return rules === undefined ? '' : workingTimeRules.of(rules);
}

/** The choice that an option stands for. */
function rulesOf(value: string): WorkingTimeRules {
  return value === '' ? WorkingTimeRules.UNSPECIFIED : workingTimeRules.from(value as WorkingTimeChoice);
}
