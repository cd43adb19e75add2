import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { TestSystem } from '../../../support/test-system.ts';
import { type Member, must } from '../../../time-tracking/member.ts';
import { schoolIn } from '../../../time-tracking/school-in.ts';

let member: Member;

/** Failing items of a bulk: each fails on its own, with the same error as a single create (decisions 10.8). */
const system = await TestSystem.start();
const school = await schoolIn(system, null);
beforeEach(async () => {
  member = await school.newMember();
});

const at = (time: string) => `2026-10-05T${time}:00.000Z`;
const HOUR = { startTime: at('08:00'), endTime: at('09:00') };
const pauses = (...times: [string, string][]) => ({
  pauses: times.map(([from, to]) => ({ startTime: at(from), endTime: at(to) })),
});

/** Items that are not objects, and ones with errors in shape, text or times. */
const faulty: readonly (readonly [what: string, item: unknown])[] = [
  ['null', null],
  ['a text', 'x'],
  ['a number', 1],
  ['a list', [HOUR]],
  ['nothing', {}],
  ['no end', { startTime: at('08:00') }],
  ['times of other types', { startTime: 1, endTime: null }],
  ['times that are none', { startTime: '2026-10-05', endTime: '2026-02-30T08:00:00Z' }],
  ['unknown properties', { ...HOUR, at: at('08:00'), items: [] }],
  ['a name with U+0000', { ...HOUR, 'a\0b': 1 }],
  ['a note with a lone surrogate', { ...HOUR, note: '\ud800' }],
  ['a note that is too long', { ...HOUR, note: 'x'.repeat(2001) }],
  ['pauses of another type', { ...HOUR, pauses: {} }],
  ['a pause that runs', { ...HOUR, pauses: [{ startTime: at('08:10') }] }],
  ['201 pauses', { ...HOUR, ...pauses(...Array<[string, string]>(201).fill(['08:10', '08:20'])) }],
  [
    'a hundred faults and more',
    { ...HOUR, ...Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`p${i}`, i])) },
  ],
  ['an empty interval', { startTime: at('08:00'), endTime: at('08:00') }],
  ['times the wrong way round', { startTime: at('09:00'), endTime: at('08:00') }],
  ['pauses out of order', { ...HOUR, ...pauses(['08:30', '08:40'], ['08:10', '08:20']) }],
  ['pauses beyond both ends', { ...HOUR, ...pauses(['07:00', '09:30']) }],
];

/** Ways of identifying an item's member, right and wrong. */
const namings: readonly (readonly [what: string, naming: object])[] = [
  ['nobody', {}],
  ['two', { userId: 'x', code: 'x' }],
  ['a blank code', { code: ' \u00a0' }],
  ['a code that is null', { code: null }],
  ['an empty id', { userId: '' }],
  ['an email with U+0000', { email: '\0' }],
  ['a code that is too long', { code: 'x'.repeat(1001) }],
  ['somebody unknown by id', { userId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11' }],
  ['somebody unknown by code', { code: 'nobody' }],
];

/** The response of the single create, in the form of a failed item. */
async function answerOfSingle(body: unknown): Promise<object> {
  const { status, body: problem } = await school.client.post('/time-tracking/logs', body);
  const { type, title, instance, ...shown } = problem;
  return { ...shown, status };
}

const isObject = (item: unknown): item is object => typeof item === 'object' && item !== null && !Array.isArray(item);

describe('200: an item of the request’s member', () => {
  it.each(faulty)('%s', async (_, item) => {
    const { data } = must(200, await member.bulk([item as object, HOUR])).body;
    expect(data.created).toMatchObject([{ index: 1, log: HOUR }]);
    const single = isObject(item) ? { userId: member.userId, ...item } : item;
    expect(data.failed).toEqual([{ index: 0, ...(await answerOfSingle(single)) }]);
    expect(await member.logs()).toHaveLength(1);
  });
});

describe('200: an item with a member of its own', () => {
  const good = () => ({ userId: member.userId, ...HOUR });
  const post = (items: unknown[]) => school.client.post('/time-tracking/logs/bulk', { items });

  it.each(faulty)('%s', async (_, item) => {
    const named = isObject(item) ? { code: member.code, ...item } : item;
    const { data } = must(200, await post([good(), named])).body;
    expect(data.created).toMatchObject([{ index: 0, log: HOUR }]);
    expect(data.failed).toEqual([{ index: 1, ...(await answerOfSingle(named)) }]);
  });

  it.each(namings)('that names %s', async (_, naming) => {
    const items = [{ ...naming, ...HOUR }, good(), { ...naming, ...HOUR, unknown: 1, note: '\0' }, { ...naming }];
    const { data } = must(200, await post(items)).body;
    expect(data.created).toMatchObject([{ index: 1 }]);
    const expected = [];
    for (const index of [0, 2, 3]) expected.push({ index, ...(await answerOfSingle(items[index])) });
    expect(data.failed).toEqual(expected);
  });

  it('of an unknown member, after all other errors of the item', async () => {
    const items = [
      { code: 'nobody', ...HOUR, x: 1 },
      { code: 'nobody', startTime: at('09:00'), endTime: at('08:00') },
      { code: 'nobody', ...HOUR },
    ];
    const { failed } = must(200, await post(items)).body.data;
    expect(failed.map(({ status }: { status: number }) => status)).toEqual([422, 422, 404]);
    for (const [index, item] of items.entries())
      expect(failed[index]).toEqual({ index, ...(await answerOfSingle(item)) });
  });

  it('of an archived member, like an unknown one', async () => {
    must(200, await school.client.patch(`/users/${member.userId}`, { isArchived: true }, { ifMatch: '*' }));
    const { failed } = must(200, await post([good()])).body.data;
    expect(failed).toEqual([{ index: 0, ...(await answerOfSingle(good())) }]);
  });
});

describe('200: a conflict', () => {
  it('is what the single create answers', async () => {
    must(201, await member.log(at('08:30'), at('08:40')));
    const { data } = must(200, await member.bulk([HOUR])).body;
    expect(data.failed).toEqual([{ index: 0, ...(await answerOfSingle({ userId: member.userId, ...HOUR })) }]);
    expect(data.failed[0].conflictingLog).toBeDefined();
  });
});

describe('200: faults without end', () => {
  it('an item of nothing but brackets', async () => {
    const deep = `${'['.repeat(60)}${']'.repeat(60)}`;
    const items = [
      deep,
      `{"startTime":${deep}}`,
      `{"pauses":${deep}}`,
      `{"${'x'.repeat(100)}":${deep}}`,
      JSON.stringify(HOUR),
    ];
    const text = `{"userId":"${member.userId}","items":[${items.join()}]}`;
    const request = { text, key: randomUUID() };
    const { data } = must(200, await school.client.send('POST', '/time-tracking/logs/bulk', request)).body;
    expect(data.failed.map(({ status }: { status: number }) => status)).toEqual([422, 422, 422, 422]);
    expect(data.created).toMatchObject([{ index: 4, log: HOUR }]);
  });

  it('80 items with over a hundred unknown properties: the first report a hundred each, the others one each', async () => {
    const item = Object.fromEntries(Array.from({ length: 110 }, (_, index) => [`p${index}`, 1]));
    const { data } = must(200, await member.bulk(Array(80).fill(item))).body;
    const counts = data.failed.map(({ errors }: { errors: unknown[] }) => errors.length);
    expect([counts[0], counts[49], counts[50], counts[79]]).toEqual([100, 100, 1, 1]);
  });
});
