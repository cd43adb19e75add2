import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AuditRecordSchema, ListAuditRecordsResponseSchema } from '../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { isTrailCursor, readTrail, type TrailSource, trailObject } from './audit-trail.ts';
import { toInstantText } from './instant.ts';

interface Row {
  readonly at: number;
  readonly sequence: number;
}

/** A service with records: its pages have fewer than asked for, as those that would be too large. */
function source(service: string, rows: readonly Row[], settledUntil: () => number, most: number): TrailSource {
  return {
    service,
    async read({ page }) {
      const { sort = '', id = '' } = page?.after ?? {};
      const left = rows
        .filter(({ at }) => at < settledUntil())
        .filter(
          ({ at, sequence }) => toInstantText(at) > sort || (toInstantText(at) === sort && sequence > Number(id)),
        );
      const shown = left.slice(0, Math.min(page?.size ?? 0, most));
      const last = left.length > shown.length ? shown.at(-1) : undefined;
      return create(ListAuditRecordsResponseSchema, {
        records: shown.map(({ at, sequence }) =>
          create(AuditRecordSchema, { recordedAt: toInstantText(at), sequence: BigInt(sequence) }),
        ),
        settledUntil: toInstantText(settledUntil()),
        ...(last && { next: { sort: toInstantText(last.at), id: `${last.sequence}` } }),
      });
    },
  };
}

const NAMES = ['curricula', 'directory', 'identity'];
/** Sequences are in the order of the writes, which may not be that of the times. */
const rows = fc
  .uniqueArray(fc.record({ at: fc.integer({ min: 0, max: 8 }), sequence: fc.integer({ min: 1, max: 60 }) }), {
    maxLength: 25,
    selector: ({ sequence }) => sequence,
  })
  .map((all) => all.toSorted((a, b) => a.at - b.at || a.sequence - b.sequence));

describe('the audit trail', () => {
  it('has each record once, in one order, whatever the sizes of pages, what is settled when, and where a reader goes on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(rows, rows, rows),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.tuple(...NAMES.map(() => fc.integer({ min: 0, max: 9 }))), { maxLength: 6 }),
        async (all, size, most, settling) => {
          let settled: readonly number[] = NAMES.map(() => 0);
          const sources = NAMES.map((name, index) => source(name, all[index] ?? [], () => settled[index] ?? 0, most));
          const expected = all
            .flatMap((of, index) => of.map(({ at, sequence }) => ({ at, sequence, service: NAMES[index] ?? '' })))
            .sort((a, b) => a.at - b.at || a.service.localeCompare(b.service) || a.sequence - b.sequence)
            .map(({ at, sequence, service }) => `${toInstantText(at)}_${service}_${sequence}`);
          const seen: string[] = [];
          const read = async () => {
            for (;;) {
              const some = await readTrail(sources, seen.at(-1) ?? toInstantText(0), size);
              if (some.length === 0) return;
              seen.push(...some.map(({ cursor }) => cursor));
            }
          };
          for (const step of [...settling, NAMES.map(() => 9)]) {
            settled = settled.map((before, index) => Math.max(before, step[index] ?? 0));
            await read();
          }
          expect(seen).toEqual(expected);
          expect(seen.every(isTrailCursor)).toBe(true);
        },
      ),
    );
  });

  it('begins at an instant with what is of that instant', async () => {
    const two = source(
      'directory',
      [
        { at: 1, sequence: 7 },
        { at: 2, sequence: 3 },
      ],
      () => 9,
      5,
    );
    const found = await readTrail([two], toInstantText(2), 10);
    expect(found.map(({ cursor }) => cursor)).toEqual(['1970-01-01T00:00:00.002Z_directory_3']);
  });

  it('fails while a service is away: the others would go on without it', async () => {
    const away: TrailSource = { service: 'identity', read: () => Promise.reject(new Error('away')) };
    const there = source('directory', [{ at: 1, sequence: 1 }], () => 9, 5);
    await expect(readTrail([there, away], toInstantText(0), 10)).rejects.toThrow('away');
  });

  it('tells what was refused, and why', () => {
    const changes = [
      { name: 'refused', after: '"NO_ROLE"' },
      { name: 'method', after: '"openid"' },
    ];
    const record = create(AuditRecordSchema, { recordedAt: toInstantText(0), sequence: 1n, changes });
    const object = trailObject({ cursor: 'x', service: 'identity', record });
    expect(object).toMatchObject({ outcome: 'refused', refusal: 'NO_ROLE' });
    expect(object.changes).toEqual([{ field: 'method', before: null, after: 'openid' }]);
  });
});
