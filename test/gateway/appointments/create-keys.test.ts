import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { changeSettings, importCourses } from '../../support/test-directory.ts';
import { importInto } from '../../support/test-locations.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem as Systems } from '../../support/test-system.ts';
import { appointmentOf, Timetable } from '../../support/test-timetable.ts';

/**
 * Idempotency-Key when creating appointments (decisions 5): the response shows records of other services, which change.
 */
const system = await Systems.start({ platform: 'own' });
const school = await Timetable.in(system);
afterAll(() => system.stop());

const expectReplay = (again: TestAnswer, first: TestAnswer) => {
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
};

describe('POST /appointments: 201: the same request again', () => {
  it('is answered byte by byte as at first, though everything that it shows has changed since', async () => {
    const mine = await Timetable.in(system);
    const [key, body] = [randomUUID(), mine.fullBody()];
    const first = await mine.client.post('/appointments', body, { key });
    system.clock.advance(60_000);
    for (const ref of ['ada', 'ben', 'cleo']) {
      await mine.client.patch(`/users/${mine.id(`users/${ref}`)}`, { name: 'X', isArchived: true }, { ifMatch: '*' });
    }
    const rooms = [{ ref: 'hall', name: 'X', capacity: 1, setups: [{ ref: 'circle', name: 'X' }] }];
    await importInto(mine.institution, [{ ref: 'harbour', name: 'X', address: 'X', rooms }]);
    await importCourses(mine.institution, [{ ref: 'algebra', name: 'X' }]);
    const { path } = appointmentOf(first);
    expect((await mine.get(path)).body.data.appointmentUsers[0].user.name).toBe('X');
    expectReplay(await mine.client.post('/appointments', body, { key }), first);
  });

  it('though the appointment was changed or deleted since, and scheduling switched off', async () => {
    const mine = await Timetable.in(system);
    const [key, body] = [randomUUID(), mine.body()];
    const first = await mine.client.post('/appointments', body, { key });
    const changed = appointmentOf(await mine.patch(appointmentOf(first), { title: 'New' }));
    expectReplay(await mine.client.post('/appointments', body, { key }), first);
    await mine.delete(changed);
    expectReplay(await mine.client.post('/appointments', body, { key }), first);
    expect((await mine.get(changed.path)).status).toBe(404);
  });
});

describe('POST /appointments: a key', () => {
  it('201: is free again after every refusal', async () => {
    const mine = await Timetable.in(system);
    const key = randomUUID();
    const rooms = [{ roomId: mine.id('rooms/hall') }];
    const post = (fields: object) => mine.client.post('/appointments', mine.body(fields), { key });
    await changeSettings(mine.institution, { rejectRoomConflicts: true });
    const booked = await mine.create({ rooms });
    expect((await post({ title: '' })).status).toBe(400);
    expect((await post({ userIds: [randomUUID()] })).status).toBe(400);
    expect((await post({ rooms })).status).toBe(409);
    await changeSettings(mine.institution, { schedulingEnabled: false });
    expect((await post({ rooms })).status).toBe(403);
    await changeSettings(mine.institution, { schedulingEnabled: true });
    await mine.delete(booked);
    const answer = await post({ rooms });
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  it('201: belongs to one integration, and to the create alone', async () => {
    const key = randomUUID();
    const first = appointmentOf(await school.client.post('/appointments', school.body(), { key }));
    const client = await system.newClient(school.institution.id);
    const second = appointmentOf(await client.post('/appointments', school.body(), { key }));
    expect(second.id).not.toBe(first.id);
    const others = [
      await client.patch(first.path, { title: 'One' }, { ifMatch: '*', key }),
      await client.send('DELETE', first.path, { ifMatch: '*', key }),
    ];
    for (const { status, body } of others) expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
  });
});
