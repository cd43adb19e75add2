import { expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/core/instant.ts';
import { newUser } from '../support/test-directory.ts';
import type { TestSystem } from '../support/test-system.ts';
import { Member, must } from '../time-tracking/member.ts';
import type { Campus } from './campus.ts';
import { nextMorning } from './next-morning.ts';

/** Somebody works at two schools of one installation, with one address and one badge. */
export function twoSchools(campus: () => Campus, system: () => TestSystem): void {
  it('clocks in at both at once; what one school does changes nothing at the other', async () => {
    nextMorning(system());
    const other = await system().newClient((await system().newInstitution()).id);
    const names = { email: 'both@school.example', code: 'NH-7501' };
    const members = await Promise.all(
      [campus().client, other].map(async (client) => {
        const { id } = await newUser(client, names);
        return new Member(client, { userId: id, ...names });
      }),
    );
    const [here, there] = members as [Member, Member];
    const punch = (member: Member, step: string) =>
      member.client.post(`/time-tracking/sessions/${step}`, { code: names.code }, { key: `badge-${step}` });
    for (const member of members) must(201, await punch(member, 'start'));
    system().clock.advance(HOUR_MS);

    must(200, await punch(here, 'stop'));
    expect(await there.active()).toMatchObject({ status: 'open' });
    must(200, await here.client.patch(`/users/${here.userId}`, { isArchived: true }, { ifMatch: '*' }));
    must(404, await here.client.get('/time-tracking/logs', { query: { code: names.code } }));
    expect(await here.logs()).toMatchObject([{ workedMinutes: 60 }]);
    system().clock.advance(HOUR_MS);
    must(200, await punch(there, 'stop'));

    // Each school's lists have its own record of the person, and an id of the other one is nobody's.
    const own = (await there.client.get('/users', { query: { email: names.email } })).body.data;
    expect(own).toMatchObject([{ id: there.userId, isArchived: false }]);
    must(404, await there.client.get(`/users/${here.userId}`));
    must(404, await there.client.get('/time-tracking/logs', { query: { userId: here.userId } }));
    expect(await there.logs()).toMatchObject([{ workedMinutes: 120 }]);
    must(200, await here.client.patch(`/users/${here.userId}`, { isArchived: false }, { ifMatch: '*' }));
    expect(await here.logs()).toMatchObject([{ workedMinutes: 60 }]);
  });
}
