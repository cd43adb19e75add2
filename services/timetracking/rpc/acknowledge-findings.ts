import { toInstantText } from '../../../platform/core/instant.ts';
import { cutPage } from '../../../platform/core/paging.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { FindingService } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { ruleNames } from '../domain/working-time/finding.ts';
import { readFindingId } from '../domain/working-time/finding-id.ts';
import { revisionOf } from '../findings/found.ts';
import { readRules } from '../findings/rules-of-people.ts';
import { findSeen } from '../findings/seen.ts';
import { zoneOf } from '../members/admit-member.ts';
import {
  findAcknowledgementsById,
  insertAcknowledgements,
  listAcknowledgements as list,
  removeAcknowledgements,
} from '../store/finding-acknowledgements.ts';
import { lockMembers } from '../store/lock-members.ts';

/**
 * An administrator has seen findings. They are computed once more under the locks of their people, so that nobody
 * acknowledges what has changed meanwhile. Of two at once, the first stays.
 */
export const acknowledgeFindings = command(FindingService.method.acknowledgeFindings, {
  async prepare({ findings }, { call }) {
    const [zone, rules] = await Promise.all([zoneOf(call), readRules(call)]);
    const people = peopleOf(findings.map(({ id }) => id));
    const ruleSets = new Map();
    for (let first = 0; first < people.length; first += AT_ONCE)
      for (const each of await rules.of(people.slice(first, first + AT_ONCE))) ruleSets.set(...each);
    return { zone, rules: { of: async () => ruleSets } };
  },
  async run(tx, { findings, reason }, { actor, now, newId, prepared }) {
    const acknowledgedBy = actor.kind === 'administrator' ? actor.userId : refuse('CALLER_FORBIDDEN');
    const revisions = new Map(findings.map(({ id, revision }) => [id, revision]));
    const ids = [...revisions.keys()];
    lockMembers(tx, actor, peopleOf(ids));
    const found = await findSeen(tx, actor, ids, { ...prepared, now });
    const isSeen = (each: (typeof found)[number]) => revisions.get(each.id) === revisionOf(each);
    if (found.length < ids.length || !found.every(isSeen)) refuse('FINDING_CHANGED');
    const open = found.filter(({ acknowledged }) => !acknowledged);
    removeAcknowledgements(tx, actor, await findAcknowledgementsById(tx, actor, open));
    insertAcknowledgements(
      tx,
      actor,
      open.map((finding) => ({
        id: newId(),
        userId: finding.userId,
        date: finding.date,
        findingId: finding.id,
        seen: revisionOf(finding),
        recordIds: finding.records.map(({ id }) => id),
        reason,
        acknowledgedBy,
        createdAt: toInstantText(now),
        revision: newId(),
      })),
    );
    return { response: { acknowledged: open.length } };
  },
});

/** Findings are open again, whoever has acknowledged them. */
export const reopenFindings = command(FindingService.method.reopenFindings, {
  async run(tx, { ids }, { actor }) {
    lockMembers(tx, actor, peopleOf(ids));
    const named = ids.flatMap((id) => {
      const of = readFindingId(id);
      return of ? [{ ...of, id }] : [];
    });
    const rows = await findAcknowledgementsById(tx, actor, named);
    removeAcknowledgements(tx, actor, rows);
    return { response: { reopened: rows.length } };
  },
});

/** What is stored of a person, for whoever hands it over. */
export const listAcknowledgements = query(
  FindingService.method.listAcknowledgements,
  async (db, { page, userId }, { actor }) => {
    const { size, after } = present(page, 'page');
    const keyset = { sort: after?.sort ?? '', id: after?.id ?? '', limit: size + 1 };
    const { rows, hasMore } = cutPage(await list(db, { ...actor, userId }, keyset), keyset);
    const acknowledgements = rows.map(({ findingId, date, createdAt: at, acknowledgedBy, reason }) => {
      const rule = readFindingId(findingId)?.rule;
      const acknowledged = { at, byUserId: acknowledgedBy, reason };
      return { findingId, date, acknowledged, ...(rule && { rule: ruleNames.from(rule) }) };
    });
    return { acknowledgements, hasMore };
  },
);

const AT_ONCE = 100;

function peopleOf(ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => readFindingId(id)?.userId ?? []))];
}
