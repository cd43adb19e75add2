import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, type TestAnswer } from '../support/test-messages.ts';
import { TestSystem } from '../support/test-system.ts';
import { recordFields } from '../support/test-time-tracking.ts';
import { type Member, must } from '../time-tracking/member.ts';
import { type School, schoolIn } from '../time-tracking/school-in.ts';

/** Logs: created one by one, read and listed (decisions 10.2, 10.7, 10.9). */
let system: TestSystem;
let school: School;
let member: Member;

beforeAll(async () => {
  system = await TestSystem.start();
  school = await schoolIn(system, null);
});
afterAll(() => system.stop());
beforeEach(async () => {
  member = await school.newMember();
});

const at = (time: string) => `2026-10-05T${time}:00.000Z`;
const create = (body: object) => member.post('/logs', { startTime: at('08:00'), endTime: at('09:00'), ...body });
const get = (id: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  school.client.get(`/time-tracking/logs/${id}`, { query: { userId: member.userId, ...query }, headers });

describe('POST /time-tracking/logs', () => {
  it('201: the log, with all fields; GET shows the same, with the same ETag', async () => {
    const pauses = [
      { startTime: '2026-10-05T10:15:00+02:00', endTime: '2026-10-05T10:20:30+02:00' },
      { startTime: at('08:30'), endTime: at('08:40') },
    ];
    const created = must(201, await create({ pauses, note: '' }));
    expect(Object.keys(created.body.data)).toEqual(recordFields);
    expect(created.body.data).toMatchObject({
      userId: member.userId,
      startTime: at('08:00'),
      endTime: at('09:00'),
      status: 'closed',
      pauses: [{ startTime: at('08:15'), endTime: '2026-10-05T08:20:30.000Z' }, pauses[1]],
      timestamps: [],
      source: 'api',
      note: '',
      autoClosed: false,
      durationMinutes: 60,
      pauseMinutes: 15,
      workedMinutes: 44,
      createdAt: created.body.meta.timestamp,
      updatedAt: created.body.meta.timestamp,
    });
    const read = await get(created.body.data.id);
    expect([read.body.data, read.headers.get('etag')]).toEqual([created.body.data, created.headers.get('etag')]);
  });

  it('201: null for no note, and no pauses', async () => {
    expect(must(201, await create({ note: null, pauses: [] })).body.data).toMatchObject({ note: null, pauses: [] });
  });

  it('409: conflictingLog, the earliest of them; its end is null when it is the open session', async () => {
    const { id } = must(201, await member.log(at('08:30'), at('08:40'))).body.data;
    must(201, await member.log(at('08:45'), at('08:50')));
    const session = must(201, await member.start(at('10:00'))).body.data;
    const first = await create({});
    expect([refusal(first), first.body.conflictingLog]).toEqual([
      '409 conflict',
      { id, startTime: at('08:30'), endTime: at('08:40') },
    ]);
    const second = await create({ startTime: at('09:00'), endTime: at('10:01') });
    expect(second.body.conflictingLog).toEqual({ id: session.id, startTime: at('10:00'), endTime: null });
    must(201, await create({ startTime: at('09:00'), endTime: at('10:00') }));
  });

  it.each([
    ['an end at the start', { endTime: at('08:00') }, '/endTime', 'invalid_value'],
    ['an end before the start', { endTime: at('07:00') }, '/endTime', 'invalid_value'],
    ['no start', { startTime: undefined }, '/startTime', 'required'],
    ['no end', { endTime: undefined }, '/endTime', 'required'],
    ['an open end', { endTime: null }, '/endTime', 'invalid_type'],
    ['a start without an offset', { startTime: '2026-10-05T08:00:00' }, '/startTime', 'invalid_string'],
    ['a note of another type', { note: 1 }, '/note', 'invalid_type'],
    ['a note that is too long', { note: 'x'.repeat(2001) }, '/note', 'too_big'],
    ['a note with U+0000', { note: 'a\0' }, '/note', 'invalid_string'],
    ['pauses that are null', { pauses: null }, '/pauses', 'invalid_type'],
    ['a pause without an end', { pauses: [{ startTime: at('08:10') }] }, '/pauses/0/endTime', 'required'],
    ['a pause that runs', { pauses: [{ startTime: at('08:10'), endTime: null }] }, '/pauses/0/endTime', 'invalid_type'],
    [
      'an empty pause',
      { pauses: [{ startTime: at('08:10'), endTime: at('08:10') }] },
      '/pauses/0/endTime',
      'invalid_value',
    ],
    [
      'a pause before the log',
      { pauses: [{ startTime: at('07:10'), endTime: at('08:10') }] },
      '/pauses/0/startTime',
      'invalid_value',
    ],
    [
      'a pause beyond the log',
      { pauses: [{ startTime: at('08:10'), endTime: at('09:01') }] },
      '/pauses/0/endTime',
      'invalid_value',
    ],
    [
      'a pause with more',
      { pauses: [{ startTime: at('08:10'), endTime: at('08:20'), note: 'x' }] },
      '/pauses/0/note',
      'unknown_field',
    ],
    ['a property of the answer', { status: 'closed' }, '/status', 'unknown_field'],
    ['a punch’s time', { at: at('08:00') }, '/at', 'unknown_field'],
    ['its own member as an object', { user: { id: 'x' } }, '/user', 'unknown_field'],
  ])('422: %s', async (_, body, pointer, code) => {
    const answer = await create(body);
    expect([refusal(answer), answer.body.errors]).toEqual([
      '422 validation_failed',
      [expect.objectContaining({ pointer, code })],
    ]);
    expect(await member.logs()).toEqual([]);
  });

  it('422: pauses out of order, overlapping, or too many', async () => {
    const pause = (from: string, to: string) => ({ startTime: at(from), endTime: at(to) });
    for (const pauses of [
      [pause('08:20', '08:30'), pause('08:00', '08:10')],
      [pause('08:00', '08:20'), pause('08:10', '08:30')],
    ]) {
      expect((await create({ pauses })).body.errors[0].pointer).toBe('/pauses/1/startTime');
    }
    const many = Array.from({ length: 201 }, () => pause('08:00', '08:01'));
    expect((await create({ pauses: many })).body.errors).toEqual([
      expect.objectContaining({ pointer: '/pauses', code: 'too_big' }),
    ]);
  });
});

describe('GET /time-tracking/logs/{id}', () => {
  it('200: an id in upper case, and only the fields that are named', async () => {
    const { id } = must(201, await create({})).body.data;
    expect((await get(id.toUpperCase(), { fields: 'note,id' })).body.data).toEqual({ id, note: null });
  });

  it('304 while it is the same', async () => {
    const { body, headers } = must(201, await create({}));
    const condition = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await get(body.data.id, {}, condition)).status).toBe(304);
    must(200, await member.change(body.data.id, { note: 'x' }));
    expect((await get(body.data.id, {}, condition)).status).toBe(200);
  });

  it('404: unknown, an open session, the log of another member', async () => {
    const session = must(201, await member.start()).body.data;
    const colleague = await school.newMember();
    const { id } = must(201, await colleague.log(at('08:00'), at('09:00'))).body.data;
    for (const each of [randomUUID(), 'x', session.id, id])
      expect(refusal(await get(each))).toBe('404 resource_not_found');
  });

  it('422: an invalid id, before the member is looked up; 400 for other fields', async () => {
    expect(refusal(await school.client.get('/time-tracking/logs/a.b'))).toBe('422 validation_failed');
    expect(refusal(await get(randomUUID(), { fields: 'x' }))).toBe('400 bad_request');
  });
});

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

  it.each(['from', 'to'])('400: %s as no date-time, or twice', async (name) => {
    for (const value of ['', '2026-10-05', 'x', '2026-10-05T24:00:00Z', '2026-10-05T08:00:00 02:00']) {
      const answer = await list({ [name]: value });
      expect([refusal(answer), answer.body.errors[0].field]).toEqual(['400 bad_request', name]);
    }
    const twice = `/time-tracking/logs?userId=${member.userId}&${name}=${at('08:00')}&${name}=${at('08:00')}`;
    expect(refusal(await school.client.get(twice))).toBe('400 bad_request');
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
  it('a walk shows one member, whatever their code and email come to name', async () => {
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
