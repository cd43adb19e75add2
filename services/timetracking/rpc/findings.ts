import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { dateFault } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { query } from '../../../platform/handler/query.ts';
import type { Position } from '../../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { type MemberIdentity, MemberService } from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { FindingRule, FindingService, FindingState } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import type { Period } from '../domain/periods.ts';
import { ruleNames } from '../domain/working-time/finding.ts';
import { findFindings } from '../findings/find.ts';
import { type Found, findingMessage } from '../findings/found.ts';
import { type FindingsPage, type Place, pageOfFindings } from '../findings/page.ts';
import { type RulesOfPeople, readRules } from '../findings/rules-of-people.ts';
import { findSeen, withAcknowledgements } from '../findings/seen.ts';
import { admitInstitution, zoneOf } from '../members/admit-member.ts';
import { listMembersAfter } from '../store/members-with-records.ts';
import { refuseBadDays } from './totals.ts';

/** GET /time-tracking/findings. */
export const listFindings = query(
  FindingService.method.listFindings,
  async (db, { page, from, to, member, rule, state }, { actor, now, call }) => {
    refuseBadDays({ from, to });
    const { size, after } = present(page, 'page');
    const only = { rule: rule === FindingRule.UNSPECIFIED ? null : ruleNames.of(rule), state };
    const zoneOfCaller = actor.kind === 'integration' ? admitInstitution : zoneOf;
    const [zone, rules] = await Promise.all([zoneOfCaller(call), readRules(call)]);
    const userId = member && (await resolved(member, actor, call));
    const of = { db, actor, now, zone, rules, userId };
    const { found, end } = await findPage(of, { start: from, end: to }, only, placeOf(after), size);
    return { findings: found.map(findingMessage), hasMore: end !== null, ...(end && { end }) };
  },
);

/** Findings by their ids, for the console. */
export const getFindings = query(FindingService.method.getFindings, async (db, { ids }, { actor, now, call }) => {
  const [zone, rules] = await Promise.all([zoneOf(call), readRules(call)]);
  const found = await findSeen(db, actor, ids, { zone, now, rules });
  return { findings: found.map(findingMessage) };
});

/** How many findings are open, for the console. */
export const countFindings = query(
  FindingService.method.countFindings,
  async (db, { from, to }, { actor, now, call }) => {
    refuseBadDays({ from, to });
    const [zone, rules] = await Promise.all([zoneOf(call), readRules(call)]);
    const of = { db, actor, now, zone, rules };
    let [open, end]: [number, Place | null] = [0, null];
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const only = { rule: null, state: FindingState.OPEN };
      const page = await findPage(of, { start: from, end: to }, only, end, MOST_COUNTED - open);
      open += page.found.length;
      ({ end } = page);
      if (end === null || open === MOST_COUNTED) break;
    }
    return { open, hasMore: end !== null };
  },
);

const MOST_COUNTED = 500;
/** A long list costs more than the sentence that it is counted for is worth. */
const MOST_PAGES = 2;

interface Of {
  readonly db: Reader;
  readonly actor: TenantActor;
  readonly now: number;
  readonly zone: string;
  readonly rules: RulesOfPeople;
  /** Only of this member. */
  readonly userId?: string | undefined;
}

interface Only {
  readonly rule: Found['rule'] | null;
  readonly state: FindingState;
}

async function findPage(
  { db, actor, now, zone, rules, userId }: Of,
  period: Period,
  { rule, state }: Only,
  after: Place | null,
  size: number,
): Promise<FindingsPage> {
  if (rules.areNone) return { found: [], end: null };
  const isWanted = ({ acknowledged }: Found) => {
    if (state === FindingState.ALL) return true;
    return (acknowledged === undefined) === (state !== FindingState.ACKNOWLEDGED);
  };
  return pageOfFindings(
    {
      async peopleAfter(last, limit) {
        if (userId === undefined) return listMembersAfter(db, actor, last, limit);
        return userId > last ? [userId] : [];
      },
      async find(userIds, days) {
        const judged = { zone, now, ruleSets: await rules.of(userIds), rule };
        const { found, read } = await findFindings(db, actor, userIds, days, judged);
        return { found: (await withAcknowledgements(db, actor, found, days)).filter(isWanted), read };
      },
    },
    period,
    after,
    size,
  );
}

/** The member's id. To integrations, who has left is in the list of everybody alone. */
async function resolved(identity: MemberIdentity, { kind }: TenantActor, call: Call): Promise<string> {
  const withArchived = kind !== 'integration';
  const { user } = await call(MemberService.method.resolveMember, { identity, withArchived });
  return present(user, 'user').id;
}

function placeOf(after: Position | undefined): Place | null {
  if (!after) return null;
  const [date = '', userId = ''] = after.sort.split(' ');
  if (dateFault(date) || !isUuid(userId)) refuseField('/page/after/sort', 'invalid_string', 'must be of a finding');
  return after;
}
