import { beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../../../support/test-messages.ts';
import { TestSystem } from '../../../support/test-system.ts';
import { importTemplates } from '../../../support/test-time-tracking.ts';
import { type Member, must } from '../../../time-tracking/member.ts';
import { schoolIn } from '../../../time-tracking/school-in.ts';

let member: Member;

/** Category timestamps and their templates (decisions 10.2, 10.4). */
const system = await TestSystem.start();
const school = await schoolIn(system, null);
const records = Array.from({ length: 60 }, (_, index) => ({
  ref: `t${index}`,
  label: `Label ${index}`,
  // Some share a position.
  position: Math.floor(index / 3),
  ...(index % 2 === 0 ? { color: '#1c4e80' } : {}),
}));
const templateIds = await importTemplates(school, records);
beforeEach(async () => {
  member = await school.newMember();
});

describe('GET /time-tracking/timestamp-templates', () => {
  const list = (query: Record<string, string> = {}) =>
    school.client.get('/time-tracking/timestamp-templates', { query: { userId: member.userId, ...query } });

  it('200: in the order of position, ids breaking ties, all fields of each', async () => {
    const { body } = must(200, await list());
    expect(body.pagination).toEqual({ next_cursor: expect.any(String), has_more: true, limit: 50 });
    expect(body.data[0]).toEqual({ id: templateIds[0], label: 'Label 0', color: '#1c4e80', position: 0 });
    expect(body.data[1]).toEqual({ id: templateIds[1], label: 'Label 1', color: null, position: 0 });
    const sortKeys = body.data.map(({ position, id }: { position: number; id: string }) => [position, id]);
    expect(sortKeys).toEqual(
      sortKeys.toSorted(([p, i]: [number, string], [q, j]: [number, string]) => p - q || (i < j ? -1 : 1)),
    );
  });

  it.each(['1', '7', '59', '60', '100'])('200: walked with limit=%s, none missing, none twice', async (limit) => {
    const path = '/time-tracking/timestamp-templates';
    const walked = await school.client.walk(path, { userId: member.userId, limit });
    expect(walked.map(({ id }) => id)).toEqual(templateIds.toSorted(byPosition));
  });

  it('200: none at all', async () => {
    const empty = await schoolIn(system, null);
    const somebody = await empty.newMember();
    const query = { code: somebody.code };
    const { body } = must(200, await empty.client.get('/time-tracking/timestamp-templates', { query }));
    expect([body.data, body.pagination.has_more]).toEqual([[], false]);
  });

  it('400: a cursor of a list that another member asked for; not the same one by another name', async () => {
    const cursor = (await list({ limit: '1' })).body.pagination.next_cursor;
    must(200, await list({ cursor }));
    const colleague = await school.newMember();
    const next = (naming: object) =>
      school.client.get('/time-tracking/timestamp-templates', { query: { ...naming, cursor } });
    expect(refusal(await next({ userId: colleague.userId }))).toBe('400 invalid_cursor');
    for (const naming of [{ userId: member.userId }, { email: member.email }, { code: member.code }])
      must(200, await next(naming));
  });
});

function byPosition(a: string, b: string): number {
  const [i, j] = [templateIds.indexOf(a), templateIds.indexOf(b)];
  return Math.floor(i / 3) - Math.floor(j / 3) || (a < b ? -1 : 1);
}
