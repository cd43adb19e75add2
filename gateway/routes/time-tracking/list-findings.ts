import { Type } from 'typebox';
import type { Call } from '../../../platform/calls/caller.ts';
import { batchGet } from '../../../platform/core/batch-get.ts';
import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import {
  type Finding as FindingMessage,
  FindingService,
  FindingState,
} from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import type { ListCall } from '../../endpoint/endpoint-call.ts';
import type { NamedMember } from '../../endpoint/named-member.ts';
import { Finding, type FindingView, findingExample, findingRules, findingSeverities } from '../../schema/finding.ts';
import { Choice, LocalDate } from '../../schema/types.ts';
import { refusals } from './refusals.ts';

const states = lowerCaseTexts(FindingState);

export const listFindings = listEndpoint({
  path: '/time-tracking/findings',
  operationId: 'listFindings',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'List what the rules of working time do not allow',
  description:
    'An addition to the specification: missing breaks, short rests, long days and work on days of rest, as the rule set of each person judges the records now. Ordered by `date`, `userId`, `rule` and `id`. Nothing is refused or changed because of a finding. Open sessions give none until they are closed; an institution without a rule set has none. Without `userId`, `email` or `code`, the list has the findings of everybody, also of those who are archived; an archived member cannot be named. If many people were looked at, a page may have fewer findings than `limit`, or none: continue while there is a `next_cursor`.',
  isExtension: true,
  member: 'filter',
  filters: Type.Object({
    from: LocalDate('The first day.', '2026-10-01'),
    to: LocalDate('The day after the last: after `from`, by at most 366 days.', '2026-11-01'),
    rule: Type.Optional(Choice(findingRules.all, 'Only findings of this rule.')),
    state: Type.Optional(
      Choice(
        states.all,
        '`open`: those that nobody has acknowledged as they are now, which is the default; `acknowledged`: the others.',
      ),
    ),
  }),
  refusals: [refusals.disabled],
  item: Finding,
  example: findingExample,
  position: ({ date, userId, rule, id }) => ({ sort: `${date} ${userId} ${rule}`, id }),
  run: ({ filters, ...asked }) => readFindings({ ...filters, ...asked }),
});

/** Which findings, and who asks. */
interface Asked extends Pick<ListCall, 'page' | 'call' | 'wants'> {
  readonly member?: NamedMember | undefined;
  readonly from: string;
  readonly to: string;
  readonly rule?: (typeof findingRules.all)[number];
  readonly state?: (typeof states.all)[number];
}

/** A page of findings, as the API shows them. */
export async function readFindings({ page, from, to, rule, state = 'open', member, call, wants }: Asked) {
  const { findings, hasMore, end } = await call(FindingService.method.listFindings, {
    ...{ page, from, to, member, state: states.from(state) },
    ...(rule && { rule: findingRules.from(rule) }),
  });
  const names = await namesOf(call, wants('acknowledged') ? findings : []);
  return { items: findings.map((finding) => findingView(finding, names)), hasMore, end };
}

/** The names of those who have acknowledged findings, by their ids. */
async function namesOf(call: Call, findings: readonly FindingMessage[]): Promise<ReadonlyMap<string, string>> {
  const ids = findings.flatMap(({ acknowledged }) => acknowledged?.byUserId ?? []);
  const users = await batchGet(
    ids,
    async (some) => (await call(UserService.method.batchGetUsers, { ids: some, isSummary: true })).users,
  );
  return new Map([...users].map(([id, { name }]) => [id, name]));
}

function findingView(finding: FindingMessage, names: ReadonlyMap<string, string>): FindingView {
  const { rule, severity, minutes, acknowledged, ruleSet, revision: _, $typeName, ...shown } = finding;
  return {
    ...shown,
    rule: findingRules.of(rule),
    ruleSet: ruleSet as FindingView['ruleSet'],
    severity: findingSeverities.of(severity),
    minutes: { actual: minutes?.actual ?? 0, limit: minutes?.limit ?? 0 },
    acknowledged: acknowledged
      ? {
          at: acknowledged.at,
          by: { id: acknowledged.byUserId, name: names.get(acknowledged.byUserId) ?? null },
          reason: acknowledged.reason,
        }
      : null,
  };
}
