import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, type TestAnswer } from '../../../support/test-messages.ts';
import { TestSystem } from '../../../support/test-system.ts';
import { recordFields } from '../../../support/test-time-tracking.ts';
import { type Member, must } from '../../../time-tracking/member.ts';
import { schoolIn } from '../../../time-tracking/school-in.ts';

let member: Member;

/** Logs: created one by one, read and listed (decisions 10.2, 10.7, 10.9). */
const system = await TestSystem.start();
const school = await schoolIn(system, null);
beforeEach(async () => {
  member = await school.newMember();
});

const at = (time: string) => `2026-10-05T${time}:00.000Z`;

describe('GET /time-tracking/logs', () => {
  const list = (query: Record<string, string> = {}) =>
    school.client.get('/time-tracking/logs', { query: { userId: member.userId, ...query } });
  const ids = ({ body }: TestAnswer): string[] => body.data.map(({ id }: { id: string }) => id);

  it('200: by start, without the open session, all fields of each', async () => {
    const created: string[] = [];
    for (const hour of ['12', '06', '09']) {
      created.push(must(201, await member.log(at(`${hour}:00`), at(`${hour}:30`))).body.data.id);
    }
    must(201, await member.start(at('13:00')));
    const answer = must(200, await list());
    expect(ids(answer)).toEqual([created[1], created[2], created[0]]);
    for (const row of answer.body.data) expect(Object.keys(row)).toEqual(recordFields);
    expect((await list({ fields: 'source' })).body.data).toEqual(created.map(() => ({ source: 'api' })));
  });

  it('200: the logs that overlap [from, to)', async () => {
    const { id: early } = must(201, await member.log(at('06:00'), at('07:00'))).body.data;
    const { id: late } = must(201, await member.log(at('08:00'), at('09:00'))).body.data;
    for (const [query, expected] of [
      [{ from: at('07:00') }, [late]],
      [{ from: '2026-10-05T06:59:59.999Z' }, [early, late]],
      [{ to: at('08:00') }, [early]],
      [{ to: '2026-10-05T10:00:00.001+02:00' }, [early, late]],
      [{ from: at('07:00'), to: at('08:00') }, []],
      [{ from: at('06:30'), to: at('06:31') }, [early]],
      [{ from: at('08:30'), to: at('08:30') }, []],
      [{ from: at('09:00'), to: at('06:00') }, []],
    ] as [Record<string, string>, string[]][]) {
      expect([query, ids(must(200, await list(query)))]).toEqual([query, expected]);
    }
  });

  it('200: walked page by page, none missing, none twice, while others are written', async () => {
    const minute = (index: number) => `2026-10-05T08:${String(index).padStart(2, '0')}:00Z`;
    const items = Array.from({ length: 40 }, (_, index) => ({ startTime: minute(index), endTime: minute(index + 1) }));
    must(200, await member.bulk(items));
    const before = (await member.logs()).map(({ id }: { id: string }) => id);
    const query = { userId: member.userId, limit: '7' };
    const walked = await school.client.walk('/time-tracking/logs', query, (page) =>
      member.log(`2026-10-05T07:${10 + page}:00Z`, `2026-10-05T07:${10 + page}:30Z`),
    );
    expect(walked.map(({ id }) => id)).toEqual(before);
  });

  it('400: a cursor with another interval', async () => {
    must(
      200,
      await member.bulk([
        { startTime: at('06:00'), endTime: at('07:00') },
        { startTime: at('08:00'), endTime: at('09:00') },
      ]),
    );
    const from = at('05:00');
    const cursor = must(200, await list({ limit: '1', from })).body.pagination.next_cursor;
    expect(ids(must(200, await list({ from: '2026-10-05T07:00:00+02:00', cursor })))).toHaveLength(1);
    for (const query of [{ cursor }, { cursor, from: at('05:01') }, { cursor, from, to: at('23:00') }] as Record<
      string,
      string
    >[]) {
      expect(refusal(await list(query))).toBe('400 invalid_cursor');
    }
  });
  it('200: a walk shows one member, whatever their code and email come to name', async () => {
    const [one, other] = [member, await school.newMember()];
    for (const each of [one, other])
      for (const hour of ['06', '08', '10']) must(201, await each.log(at(`${hour}:00`), at(`${hour}:30`)));
    const page = (naming: object, more: object = {}) =>
      school.client.get('/time-tracking/logs', { query: { ...naming, ...more, limit: '1' } });
    const first = must(200, await page({ code: one.code }));
    const cursor = first.body.pagination.next_cursor;
    const second = must(200, await page({ email: one.email.toUpperCase() }, { cursor }));
    const next = second.body.pagination.next_cursor;
    const rename = async ({ userId }: Member, change: object) =>
      must(200, await school.client.patch(`/users/${userId}`, change, { ifMatch: '*' }));
    await rename(one, { code: null, email: `gone-${one.email}` });
    for (const naming of [{ code: one.code }, { email: one.email }])
      expect(refusal(await page(naming, { cursor: next }))).toBe('404 resource_not_found');
    await rename(other, { code: one.code, email: one.email });
    for (const naming of [{ code: one.code }, { email: one.email }, { userId: other.userId }])
      expect(refusal(await page(naming, { cursor: next }))).toBe('400 invalid_cursor');
    const last = must(200, await page({ userId: one.userId.toUpperCase() }, { cursor: next }));
    expect([first, second, last].map(({ body }) => body.data[0].userId)).toEqual(Array(3).fill(one.userId));
    expect(last.body.pagination.has_more).toBe(false);
    expect(must(200, await page({ code: one.code })).body.data[0].userId).toBe(other.userId);
  });
});
