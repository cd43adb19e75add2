import { beforeEach, describe, expect, it } from 'vitest';
import { TestSystem } from '../../../support/test-system.ts';
import { type Member, must } from '../../../time-tracking/member.ts';
import { schoolIn } from '../../../time-tracking/school-in.ts';

let member: Member;

const system = await TestSystem.start();
const school = await schoolIn(system, null);
beforeEach(async () => {
  member = await school.newMember();
});
const active = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  school.client.get('/time-tracking/sessions/active', { query: { userId: member.userId, ...query }, headers });

describe('GET /time-tracking/sessions/active', () => {
  it('200: exactly { "data": null } when the member is not clocked in, with any fields', async () => {
    for (const query of [{}, { fields: 'id' }]) {
      const { status, text, headers } = await active(query);
      expect([status, text]).toEqual([200, '{"data":null}']);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('304: while it is the same, for nothing too', async () => {
    const nothing = (await active()).headers.get('etag') ?? '';
    expect((await active({}, { 'if-none-match': nothing })).status).toBe(304);
    const { headers } = must(201, await member.start());
    expect((await active({}, { 'if-none-match': nothing })).status).toBe(200);
    const etag = headers.get('etag') ?? '';
    expect((await active({}, { 'if-none-match': etag })).status).toBe(304);
    must(200, await member.pause());
    expect((await active({}, { 'if-none-match': etag })).status).toBe(200);
  });

  it('200: closes nothing, however late it is', async () => {
    const session = must(201, await member.start('2026-09-01T08:00:00Z')).body.data;
    expect((await active()).body.data).toEqual(session);
    expect(await member.logs()).toEqual([]);
    expect((await active()).body.data).toEqual(session);
  });
});
