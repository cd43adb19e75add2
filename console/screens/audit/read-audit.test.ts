import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AuditRecordSchema, type ListAuditRecordsRequest } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { readAudit } from './read-audit.ts';

const SERVICES = ['curricula', 'directory', 'identity', 'locations', 'scheduling', 'timetracking', 'webhooks'];
const instant = (second: number) => new Date(Date.UTC(2026, 9, 5, 8, 0, second)).toISOString();

/** Services with records at the given seconds each, that stop after some records, be there more or not. */
function servicesWith(seconds: readonly (readonly number[])[], scanned: number, away?: string): OptionalCall {
  const all = new Map(
    SERVICES.map((service, index) => [
      service,
      (seconds[index] ?? [])
        .map((second, sequence) => ({
          recordedAt: instant(second),
          sequence: sequence + 1,
          resourceId: `${service} ${sequence}`,
        }))
        .sort((a, b) =>
          a.recordedAt === b.recordedAt ? b.sequence - a.sequence : a.recordedAt < b.recordedAt ? 1 : -1,
        ),
    ]),
  );
  const call = async ({ parent }: { parent: { typeName: string } }, request: Partial<ListAuditRecordsRequest>) => {
    const service = parent.typeName.split('.')[1] ?? '';
    if (service === away) return undefined;
    const { size = 0, after } = request.page ?? {};
    const left = (all.get(service) ?? []).filter(
      ({ recordedAt, sequence }) =>
        !after || recordedAt < after.sort || (recordedAt === after.sort && sequence < Number(after.id)),
    );
    const page = left.slice(0, Math.min(size, scanned));
    const last = page.at(-1);
    return {
      records: page.map((each) => create(AuditRecordSchema, { ...each, sequence: BigInt(each.sequence) })),
      ...(last && left.length > page.length && { next: { sort: last.recordedAt, id: `${last.sequence}` } }),
    };
  };
  return call as unknown as OptionalCall;
}

async function walk(call: OptionalCall): Promise<{ recordedAt: string; resourceId: string }[]> {
  const found = [];
  for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page++) {
    const read = await readAudit(call, {}, cursor);
    expect(read.records.length).toBeLessThanOrEqual(50);
    found.push(...read.records);
    ({ cursor } = read);
  }
  return found;
}

it('shows the records of all services once and in order, wherever a service stops looking', async () => {
  const seconds = fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 80 }), { minLength: 7, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(seconds, fc.integer({ min: 1, max: 60 }), async (all, scanned) => {
      const found = await walk(servicesWith(all, scanned));
      const times = found.map(({ recordedAt }) => recordedAt);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(new Set(found.map(({ resourceId }) => resourceId)).size).toBe(found.length);
      expect(found.length).toBe(all.flat().length);
    }),
    { numRuns: 50 },
  );
});

it('shows the records of the others while a service is away, and says so', async () => {
  const call = servicesWith([[1], [2], [], [3]], 50, 'directory');
  const { records, isIncomplete } = await readAudit(call, {}, undefined);
  expect(records.map(({ resourceId }) => resourceId)).toEqual(['locations 0', 'curricula 0']);
  expect(isIncomplete).toBe(true);
  expect((await readAudit(call, { resourceKind: 'room' }, undefined)).isIncomplete).toBe(false);
});
