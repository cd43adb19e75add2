import { DAY_MS, fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { RetentionService } from '../../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { cutsOn, dayIn } from '../domain/retention.ts';
import { changeSettings } from '../domain/settings.ts';
import { clockedInOf } from '../erasing/retention.ts';
import { listHeld } from '../store/holds.ts';
import { findInstitution } from '../store/institutions.ts';
import { archivedBefore, findRetention, hastenRetention, listLeft } from '../store/retentions.ts';
import { requireJournal } from './erasures.ts';

/** What a run on a day would let go. */
export const previewRetention = query(
  RetentionService.method.previewRetention,
  async (db, { on, change }, { actor: { institutionId }, now, runtime }) => {
    const stored = (await findInstitution(db, institutionId)) ?? refuse('INSTITUTION_NOT_FOUND');
    const settings = changeSettings(stored, change, '/change');
    const cuts = cutsOn(on === undefined ? dayIn(now, settings) : Temporal.PlainDate.from(on), settings);
    const heldIds = await listHeld(db, institutionId);
    const held = new Set(heldIds);
    let people = 0;
    for (let page: string[] = [], after: string | null = null; cuts.people !== null; after = page.at(-1) ?? null) {
      page = await archivedBefore(db, { institutionId, before: cuts.people, after, limit: PAGE });
      const clockedIn = await clockedInOf(runtime, institutionId, page);
      people += page.filter((id) => !held.has(id) && !clockedIn.has(id)).length;
      if (page.length < PAGE) break;
    }
    return {
      ...{ on: cuts.on, people, heldIds },
      ...(cuts.notes !== null && { notesBefore: cuts.notes }),
      ...(cuts.hours !== null && { hoursBefore: cuts.hours }),
      ...(cuts.audit !== null && { auditBefore: cuts.audit }),
    };
  },
);

const PAGE = 500;

/** Lets the next run begin at once. */
export const runRetention = command(RetentionService.method.runRetention, {
  admit: (_, { runtime }) => requireJournal(runtime),
  async run(tx, _, { actor: { institutionId }, now }) {
    const dueAt = await hastenRetention(tx, { institutionId, dueAt: toInstantText(now) });
    return { response: dueAt === undefined ? {} : { dueAt } };
  },
});

/** The last run and the next one. */
export const getRetention = query(RetentionService.method.getRetention, async (db, _, { actor, now }) => {
  const [run, left] = await Promise.all([findRetention(db, actor), listLeft(db, actor)]);
  if (!run) return {};
  const { dueAt, ranOn, people, sequence } = run;
  return {
    dueAt,
    ...(ranOn !== null && { last: { on: ranOn, people, sequence: BigInt(sequence) } }),
    ...{ left: left.map(({ total: _total, ...person }) => person), leftCount: left[0]?.total ?? 0 },
    isLate: fromInstantText(dueAt) < now - DAY_MS,
  };
});

/** The people on hold, whose time records stay. */
export const listHeldPeople = query(RetentionService.method.listHeldPeople, async (db, { institutionId }) => ({
  userIds: await listHeld(db, institutionId),
}));
