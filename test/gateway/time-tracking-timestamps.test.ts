import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../support/test-messages.ts';
import { TestSystem } from '../support/test-system.ts';
import { importTemplates } from '../support/test-time-tracking.ts';
import { type Member, must } from '../time-tracking/member.ts';
import { type School, schoolIn } from '../time-tracking/school-in.ts';

/** Category timestamps and their templates (decisions 10.2, 10.4). */
let system: TestSystem;
let school: School;
let member: Member;
let templateIds: readonly string[];

beforeAll(async () => {
  system = await TestSystem.start();
  school = await schoolIn(system, null);
  const records = Array.from({ length: 60 }, (_, index) => ({
    ref: `t${index}`,
    label: `Label ${index}`,
    // Some share a position.
    position: Math.floor(index / 3),
    ...(index % 2 === 0 ? { color: '#1c4e80' } : {}),
  }));
  templateIds = await importTemplates(school, records);
});
afterAll(() => system.stop());
beforeEach(async () => {
  member = await school.newMember();
});

const add = (body: object, request = {}) => member.post('/timestamps', body, request);

describe('POST /time-tracking/timestamps', () => {
  let sessionId: string;
  beforeEach(async () => {
    sessionId = must(201, await member.start('2026-10-05T06:00:00Z')).body.data.id;
  });

  it('201: with a label, now', async () => {
    const { body, headers } = must(201, await add({ label: ' Lab\n' }));
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      sessionId,
      templateId: null,
      label: ' Lab\n',
      time: body.meta.timestamp,
    });
    expect(Object.keys(body.data)).toEqual(['id', 'sessionId', 'templateId', 'label', 'time']);
    expect(headers.has('etag')).toBe(false);
  });

  it('201: with a template, whose label it has unless it has its own', async () => {
    const [templateId] = templateIds;
    const time = '2026-10-05T06:30:00.000Z';
    expect(must(201, await add({ templateId, at: time })).body.data).toMatchObject({
      templateId,
      label: 'Label 0',
      time,
    });
    expect(must(201, await add({ templateId, label: 'Own' })).body.data).toMatchObject({ templateId, label: 'Own' });
    expect(must(201, await add({ templateId: null, label: 'Own' })).body.data).toMatchObject({ templateId: null });
  });

  it('201: while paused; the session shows it, and so does the log', async () => {
    must(200, await member.pause('2026-10-05T07:00:00Z'));
    const late = must(201, await add({ label: 'B', at: '2026-10-05T07:30:00Z' })).body.data;
    const early = must(201, await add({ label: 'A', at: '2026-10-05T07:10:00Z' })).body.data;
    const shown = [early, late].map(({ sessionId: _, ...timestamp }) => timestamp);
    expect((await member.active()).timestamps).toEqual(shown);
    expect(must(200, await member.stop('2026-10-05T07:40:00Z')).body.data.timestamps).toEqual(shown);
  });

  it('201: again by the same key, without one twice', async () => {
    const key = randomUUID();
    const first = must(201, await add({ label: 'A' }, { key }));
    const second = must(201, await add({ label: 'A' }, { key }));
    expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    const headers = { 'idempotency-key': '' };
    expect(refusal(await add({ label: 'A' }, { headers }))).toBe('400 bad_request');
    const json = { userId: member.userId, label: 'A' };
    must(201, await school.client.send('POST', '/time-tracking/timestamps', { json }));
    must(201, await school.client.send('POST', '/time-tracking/timestamps', { json }));
    expect((await member.active()).timestamps).toHaveLength(3);
  });

  it('422: neither a template nor a label, before the feature and the member are looked at', async () => {
    for (const body of [{}, { templateId: null }, { userId: 'nobody' }]) {
      const answer = await add(body);
      expect([refusal(answer), answer.body.errors]).toEqual([
        '422 validation_failed',
        [expect.objectContaining({ pointer: '/templateId', code: 'required' })],
      ]);
    }
  });

  it('422: an unknown template', async () => {
    for (const templateId of [randomUUID(), 'x', member.userId]) {
      const answer = await add({ templateId });
      expect([refusal(answer), answer.body.errors]).toEqual([
        '422 validation_failed',
        [expect.objectContaining({ pointer: '/templateId', code: 'invalid_reference' })],
      ]);
    }
  });

  it('422: values of another shape', async () => {
    for (const [body, pointer, code] of [
      [{ label: '' }, '/label', 'too_small'],
      [{ label: 'x'.repeat(256) }, '/label', 'too_big'],
      [{ label: null, templateId: templateIds[0] }, '/label', 'invalid_type'],
      [{ label: 1 }, '/label', 'invalid_type'],
      [{ label: 'a\0' }, '/label', 'invalid_string'],
      [{ templateId: '' }, '/templateId', 'too_small'],
      [{ templateId: 'x'.repeat(65) }, '/templateId', 'too_big'],
      [{ templateId: 1 }, '/templateId', 'invalid_type'],
      [{ label: 'A', color: '#fff' }, '/color', 'unknown_field'],
    ] as const) {
      const answer = await add(body);
      expect([refusal(answer), answer.body.errors]).toEqual([
        '422 validation_failed',
        [expect.objectContaining({ pointer, code })],
      ]);
    }
    must(201, await add({ label: '👩🏽‍🔬'.repeat(63) }));
  });
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

  it('400: other parameters', async () => {
    for (const query of [{ limit: '0' }, { limit: '101' }, { fields: 'ref' }, { cursor: 'x' }] as Record<
      string,
      string
    >[]) {
      expect((await list(query)).status).toBe(400);
    }
  });
});

function byPosition(a: string, b: string): number {
  const [i, j] = [templateIds.indexOf(a), templateIds.indexOf(b)];
  return Math.floor(i / 3) - Math.floor(j / 3) || (a < b ? -1 : 1);
}
