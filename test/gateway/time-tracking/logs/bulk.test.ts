import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../../../support/test-messages.ts';
import { TestSystem } from '../../../support/test-system.ts';
import { recordFields } from '../../../support/test-time-tracking.ts';
import { type Member, must } from '../../../time-tracking/member.ts';
import { schoolIn } from '../../../time-tracking/school-in.ts';

let member: Member;

/** POST /time-tracking/logs/bulk as a whole (decisions 10.1, 10.8); its items have their own file. */
const system = await TestSystem.start({ platform: 'own' });
const school = await schoolIn(system, null);
afterAll(() => system.stop());
beforeEach(async () => {
  member = await school.newMember();
});

const at = (time: string) => `2026-10-05T${time}:00.000Z`;
const hours = (from: string, to: string) => ({ startTime: at(from), endTime: at(to) });
const minute = (index: number) => new Date(Date.UTC(2026, 8, 1, 0, index)).toISOString();
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ startTime: minute(index), endTime: minute(index + 1) }));
const post = (body: unknown, request = {}) => school.client.post('/time-tracking/logs/bulk', body, request);

describe('200', () => {
  it('the logs that were created, by index; GET shows the same', async () => {
    const pauses = [hours('06:10', '06:20')];
    const answer = must(
      200,
      await member.bulk([hours('08:00', '09:00'), { ...hours('06:00', '07:00'), pauses, note: 'N' }]),
    );
    expect(Object.keys(answer.body.data)).toEqual(['created', 'failed']);
    const { created, failed } = answer.body.data;
    expect([created.map(({ index }: { index: number }) => index), failed]).toEqual([[0, 1], []]);
    expect(Object.keys(created[0].log)).toEqual(recordFields);
    expect(created[1].log).toMatchObject({
      source: 'bulk',
      note: 'N',
      pauses,
      workedMinutes: 50,
      createdAt: answer.body.meta.timestamp,
    });
    expect(await member.logs()).toEqual([created[1].log, created[0].log]);
    expect(answer.headers.has('etag')).toBe(false);
  });

  it('even when all items fail', async () => {
    must(201, await member.log(at('06:00'), at('12:00')));
    const { data } = must(200, await member.bulk([hours('08:00', '09:00'), {}, null as never])).body;
    expect([data.created, data.failed.map(({ status }: { status: number }) => status)]).toEqual([[], [409, 422, 422]]);
  });

  it('a failed item leaves earlier and later ones; one that overlaps an earlier one names it', async () => {
    const { data } = must(
      200,
      await member.bulk([
        hours('08:00', '09:00'),
        hours('08:30', '09:30'),
        hours('09:00', '10:00'),
        hours('07:00', '09:15'),
      ]),
    ).body;
    const [first, third] = data.created;
    expect([first.index, third.index]).toEqual([0, 2]);
    const conflictingLog = { id: first.log.id, ...hours('08:00', '09:00') };
    const conflict = { status: 409, code: 'conflict', detail: expect.any(String), conflictingLog };
    expect(data.failed).toEqual([
      { index: 1, ...conflict },
      { index: 3, ...conflict },
    ]);
  });

  it('an item that overlaps the open session names it, without an end', async () => {
    const session = must(201, await member.start(at('08:00'))).body.data;
    const { data } = must(
      200,
      await member.bulk([hours('07:00', '08:00'), hours('07:30', '09:00'), hours('11:00', '12:00')]),
    ).body;
    expect(data.created.map(({ index }: { index: number }) => index)).toEqual([0]);
    expect(data.failed.at(-1).conflictingLog).toEqual({ id: session.id, startTime: at('08:00'), endTime: null });
  });

  it('500 items', async () => {
    const { data } = must(200, await member.bulk(many(500))).body;
    expect([data.created.length, data.failed]).toEqual([500, []]);
    const again = must(200, await member.bulk(many(500))).body.data;
    expect([again.created, again.failed.length]).toEqual([[], 500]);
    expect(again.failed[499].conflictingLog).toEqual({ id: data.created[499].log.id, ...many(500)[499] });
  });

  it('by userId, email or code of the request, or of each item', async () => {
    const [other, third] = [await school.newMember(), await school.newMember()];
    const items = [
      { userId: member.userId, ...hours('08:00', '09:00') },
      { email: other.email.toUpperCase(), ...hours('08:00', '09:00') },
      { code: ` ${third.code} `, ...hours('08:00', '09:00') },
      { code: member.code, ...hours('08:30', '09:30') },
    ];
    const { data } = must(200, await post({ items })).body;
    expect(data.created.map(({ log }: { log: { userId: string } }) => log.userId)).toEqual([
      member.userId,
      other.userId,
      third.userId,
    ]);
    expect(data.failed).toMatchObject([{ index: 3, status: 409, conflictingLog: { id: data.created[0].log.id } }]);
    for (const naming of [{ email: member.email }, { code: member.code.toUpperCase() }]) {
      must(200, await post({ ...naming, items: many(1) }));
    }
  });
});

describe('400: the member of the whole', () => {
  it.each([
    ['nowhere', {}, [{}]],
    ['nowhere, and no items', {}, []],
    ['nowhere, and items that are none', {}, [null, 'x', []]],
    ['in the request and in an item', { userId: 'x' }, [{}, { code: 'x' }]],
    ['in the request and in an item, as null', { userId: 'x' }, [{ code: null }]],
    ['several in the request', { userId: 'x', code: 'x' }, [{}]],
    ['several in the request, and one in each item', { userId: 'x', code: ' ' }, [{ code: 'x' }]],
  ])('%s', async (_, naming, items) => {
    expect(refusal(await post({ ...naming, items, unknown: '\0' }))).toBe('400 bad_request');
    expect(refusal(await post({ ...naming, unknown: 1, items: [...items, { unknown: 1 }] }))).toBe('400 bad_request');
  });

  it('no items at all', async () => {
    for (const body of [{}, { items: null }, { items: { code: 'x' } }])
      expect(refusal(await post(body))).toBe('400 bad_request');
  });
});

describe('422: the whole', () => {
  it.each([
    ['a blank code, before all else', { code: ' ', items: [], unknown: 1 }, '/code', 'invalid_string'],
    ['no items', { userId: 'x' }, '/items', 'required'],
    ['items of another type', { userId: 'x', items: {} }, '/items', 'invalid_type'],
    ['items that are null', { userId: 'x', items: null }, '/items', 'invalid_type'],
    ['not one item', { userId: 'x', items: [] }, '/items', 'too_small'],
    ['more than 500', { userId: 'x', items: Array(501).fill({}) }, '/items', 'too_big'],
    ['more than 500 with members', { items: Array(501).fill({ code: 'x' }) }, '/items', 'too_big'],
    ['an unknown property', { userId: 'x', items: [{}], note: 'x' }, '/note', 'unknown_field'],
    ['an identifier of another type', { userId: 1, items: [{}] }, '/userId', 'invalid_type'],
    ['an identifier with U+0000', { email: 'a\0', items: [{}] }, '/email', 'invalid_string'],
    ['a name with U+0000', { userId: 'x', items: [{}], 'a\0': 1 }, '/a\0', 'invalid_string'],
  ])('%s', async (_, body, pointer, code) => {
    const answer = await post(body);
    expect([refusal(answer), answer.body.errors]).toEqual([
      '422 validation_failed',
      [expect.objectContaining({ pointer, code })],
    ]);
  });
});

it('404: the request’s member is unknown, with any items', async () => {
  for (const naming of [{ userId: randomUUID() }, { email: 'x@x' }, { code: 'x' }]) {
    expect(refusal(await post({ ...naming, items: [{}] }))).toBe('404 resource_not_found');
  }
});

describe('200: a repeated request', () => {
  it('is answered byte for byte as before, failed items included, and changes nothing', async () => {
    const key = randomUUID();
    const body = {
      items: [
        { code: member.code, ...hours('08:00', '09:00') },
        { code: ' ' },
        { note: '\0' },
        1,
        { code: 'late', ...hours('08:00', '09:00') },
      ],
    };
    const first = must(200, await post(body, { key }));
    const before = await member.state();
    system.clock.advance(1_000);
    must(200, await member.change(first.body.data.created[0].log.id, { note: 'Changed since' }));
    await school.newMember('late');
    const second = must(200, await post(body, { key }));
    expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect(before.logs).toHaveLength(1);
    expect(await member.logs()).toHaveLength(1);
    expect(refusal(await post({ items: body.items.slice(1) }, { key }))).toBe('422 idempotency_key_reused');
  });
});
