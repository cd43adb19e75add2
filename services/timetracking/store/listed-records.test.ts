import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { HOUR_MS, toInstantText } from '../../../platform/core/instant.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { timetracking } from '../service.ts';
import { type Listed, listRecords, listRecordsOfMembers } from './listed-records.ts';
import { listMemberLogs } from './member-logs.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(timetracking);
});

interface Record {
  readonly id: string;
  readonly userId: string;
  readonly start: number;
  readonly end: number | null;
  readonly autoClosed: boolean;
}

const at = (hours: number) => Date.UTC(2026, 0, 1) + hours * HOUR_MS;
const NOW = 1_200;

/** Records of one member: gaps and lengths in hours; only the last one may be open. */
const timeline = fc.record({
  gaps: fc.array(
    fc.record({
      gap: fc.integer({ min: 0, max: 60 }),
      length: fc.oneof(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 47, max: 49 }),
        fc.integer({ min: 100, max: 400 }),
      ),
      autoClosed: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
  isOpen: fc.boolean(),
});

function recordsOf(
  { gaps, isOpen }: typeof timeline extends fc.Arbitrary<infer T> ? T : never,
  userId: string,
): Record[] {
  let from = 0;
  return gaps.map(({ gap, length, autoClosed }, index) => {
    const start = from + gap;
    from = start + length;
    const open = isOpen && index === gaps.length - 1;
    return {
      id: systemIds.newId(),
      userId,
      start: at(start),
      end: open ? null : at(from),
      autoClosed: autoClosed && !open && length < 25,
    };
  });
}

async function insert(institutionId: string, records: readonly Record[]): Promise<void> {
  const text = (ms: number | null) => (ms === null ? null : toInstantText(ms));
  await service.sql(
    `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, auto_closed,
       revision, created_at, updated_at)
     SELECT $1, id, user_id, start_time, end_time, start_time, '[]', '[]', 'api', auto_closed, gen_random_uuid(), start_time, coalesce(end_time, start_time)
     FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::boolean[]) AS t(id, user_id, start_time, end_time, auto_closed)`,
    [
      institutionId,
      records.map(({ id }) => id),
      records.map(({ userId }) => userId),
      records.map(({ start }) => text(start)),
      records.map(({ end }) => text(end)),
      records.map(({ autoClosed }) => autoClosed),
    ],
  );
}

it('lists of a period have the records that overlap it, each once, newest first or member by member', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(timeline, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 1_400 }),
      fc.oneof(fc.integer({ min: 1, max: 48 }), fc.integer({ min: 1, max: 900 })),
      fc.constantFrom<Listed>('all', 'open', 'auto_closed'),
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 1, max: 4 }),
      async (timelines, from, length, listed, few, size) => {
        const actor: TenantActor = { kind: 'operator', institutionId: systemIds.newId() };
        const members = timelines.map(() => systemIds.newId());
        const all = timelines.flatMap((each, index) => recordsOf(each, members[index] ?? ''));
        await insert(actor.institutionId, all);
        const range = {
          from: toInstantText(at(from)),
          to: toInstantText(at(from + length)),
          now: toInstantText(at(NOW)),
        };
        const userIds = few > 0 ? members.slice(0, few) : null;
        const expected = all
          .filter((each) => userIds?.includes(each.userId) ?? true)
          .filter(({ start, end }) => start < at(from + length) && (end ?? at(NOW)) > at(from))
          .filter(({ end, autoClosed }) => (listed === 'open' ? end === null : listed === 'all' || autoClosed));

        const walked = [];
        let before = { sort: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
        for (;;) {
          const page = await listRecords(
            service.runtime.db,
            actor,
            { ...before, limit: size + 1 },
            { ...range, listed, userIds },
          );
          expect(page.records.length).toBeLessThanOrEqual(size);
          walked.push(...page.records);
          const last = page.records.at(-1);
          if (!page.hasMore || !last) break;
          before = { sort: toInstantText(last.start), id: last.id };
        }
        const newest = expected.toSorted((a, b) => b.start - a.start || (a.id < b.id ? 1 : -1));
        expect(walked.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));

        const updatedAt = ({ start, end }: Record) => end ?? start;
        const byStart = newest.toReversed();
        const changed = expected
          .filter((each) => updatedAt(each) >= at(from + 5))
          .toSorted((a, b) => updatedAt(a) - updatedAt(b) || (a.id < b.id ? -1 : 1));
        for (const [since, logs] of listed === 'all'
          ? ([
              [null, byStart],
              [at(from + 5), changed],
            ] as const)
          : []) {
          const found = [];
          let behind = { sort: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
          const updatedSince = since === null ? null : toInstantText(since);
          for (;;) {
            const keyset = { ...behind, limit: size + 1 };
            const asked = { ...range, among: userIds, updatedSince };
            const page = await listMemberLogs(service.runtime.db, actor, keyset, asked);
            found.push(...page.records.map(({ id }) => id));
            const last = page.records.at(-1);
            if (!page.hasMore || !last) break;
            behind = { sort: toInstantText(updatedSince === null ? last.start : last.updatedAt), id: last.id };
          }
          expect(found).toEqual(logs.map(({ id }) => id));
        }

        const wanted = userIds ?? members;
        const byMember = [];
        let left = wanted;
        let after = { sort: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
        for (;;) {
          const page = await listRecordsOfMembers(
            service.runtime.db,
            actor,
            left,
            { ...after, limit: size + 1 },
            { ...range, listed },
          );
          byMember.push(...page.records);
          const last = page.records.at(-1);
          if (!page.hasMore || !last) break;
          left = left.slice(left.indexOf(last.userId));
          after = { sort: toInstantText(last.start), id: last.id };
        }
        const inOrder = expected.toSorted(
          (a, b) => wanted.indexOf(a.userId) - wanted.indexOf(b.userId) || a.start - b.start,
        );
        expect(byMember.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
      },
    ),
    { numRuns: 150 },
  );
});

it('a list has nothing of another institution', async () => {
  const [mine, theirs] = [systemIds.newId(), systemIds.newId()];
  const userId = systemIds.newId();
  await insert(theirs, [{ id: systemIds.newId(), userId, start: at(1), end: at(2), autoClosed: true }]);
  const actor: TenantActor = { kind: 'operator', institutionId: mine };
  const range = { from: toInstantText(at(0)), to: toInstantText(at(9)), now: toInstantText(at(9)) };
  const page = { sort: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', limit: 9 };
  for (const listed of ['all', 'open', 'auto_closed'] as const)
    for (const userIds of [null, [userId]])
      expect((await listRecords(service.runtime.db, actor, page, { ...range, listed, userIds })).records).toEqual([]);
});
