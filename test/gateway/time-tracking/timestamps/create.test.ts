import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { describePunch } from '../../../support/describe-punch.ts';
import { refusal } from '../../../support/test-messages.ts';
import { TestSystem } from '../../../support/test-system.ts';
import { importTemplates } from '../../../support/test-time-tracking.ts';
import { type Member, must } from '../../../time-tracking/member.ts';
import { schoolIn } from '../../../time-tracking/school-in.ts';

let member: Member;

/** Category timestamps and their templates (decisions 10.2, 10.4). */
const system = await TestSystem.start();
const school = await schoolIn(system, null);
const records = [{ ref: 't0', label: 'Label 0', position: 0, color: '#1c4e80' }];
const templateIds = await importTemplates(school, records);
beforeEach(async () => {
  member = await school.newMember();
});

const add = (body: object, request = {}) => member.post('/timestamps', body, request);

describePunch('/time-tracking/timestamps', 'timestamp', () => ({ school, member }));

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
});
