import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../../../support/test-messages.ts';
import { TestSystem } from '../../../support/test-system.ts';
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
const create = (body: object) => member.post('/logs', { startTime: at('08:00'), endTime: at('09:00'), ...body });
const get = (id: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  school.client.get(`/time-tracking/logs/${id}`, { query: { userId: member.userId, ...query }, headers });

describe('GET /time-tracking/logs/{id}', () => {
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
});
