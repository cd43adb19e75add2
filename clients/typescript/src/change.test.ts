import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ClientBench } from '../../../test/support/client-bench.ts';
import { importCourses } from '../../../test/support/test-directory.ts';
import type { Lyceum } from './index.ts';

let bench: ClientBench;
let lyceum: Lyceum;

beforeAll(async () => {
  bench = await ClientBench.start();
  lyceum = bench.client();
});
beforeEach(() => bench.reset());
afterAll(() => bench?.stop());

const newUser = async () => (await lyceum.users.create(bench.newUser())).data;

describe('change', () => {
  it('loses no concurrent change', async () => {
    const { id } = await newUser();
    const append = (letter: string) =>
      lyceum.change(
        () => lyceum.users.get(id),
        ({ firstName }, options) => lyceum.users.update(id, { firstName: (firstName ?? '') + letter }, options),
        20,
      );
    await Promise.all([...'lyceum'].map(append));
    const { data } = await lyceum.users.get(id);
    expect([...(data.firstName ?? '')].sort().join('')).toBe('celmuy');
  });

  it('gives up in the end with the problem', async () => {
    const { id } = await newUser();
    let reads = 0;
    const always = lyceum.change(
      async () => {
        reads++;
        return lyceum.users.get(id);
      },
      async (_, options) => {
        await lyceum.users.update(id, { firstName: `${reads}` }, { ifMatch: '*' });
        return lyceum.users.update(id, { firstName: 'late' }, options);
      },
      3,
    );
    await expect(always).rejects.toMatchObject({ status: 412, code: 'precondition_failed' });
    expect(reads).toBe(3);
  });

  it('writes nothing if there is nothing to write', async () => {
    const { id, updatedAt } = await newUser();
    expect(
      await lyceum.change(
        () => lyceum.users.get(id),
        () => null,
      ),
    ).toBeNull();
    expect((await lyceum.users.get(id)).data.updatedAt).toBe(updatedAt);
  });

  it('rethrows every other error after one read', async () => {
    const { id } = await newUser();
    const faulty = lyceum.change(
      () => lyceum.users.get(id),
      (_, options) => lyceum.users.update(id, { email: 'none' }, options),
    );
    await expect(faulty).rejects.toMatchObject({ status: 422, errors: [{ pointer: '/email' }] });
  });

  it('can delete', async () => {
    const [course] = await importCourses(bench.school, [{}]);
    const appointment = { title: 'A', dateTime: '2026-10-01T08:00:00Z', duration: 45 };
    const { data } = await lyceum.courses.appointments.create(course?.id ?? '', appointment);
    const gone = await lyceum.change(
      () => lyceum.appointments.get(data.id),
      (_, options) => lyceum.appointments.delete(data.id, options),
    );
    expect([gone.status, gone.data]).toEqual([204, undefined]);
    await expect(lyceum.appointments.get(data.id)).rejects.toMatchObject({ code: 'resource_not_found' });
  });
});

describe('a conditional read', () => {
  it('returns 304 until the resource changes', async () => {
    const { id } = await newUser();
    const { data, etag } = await lyceum.users.get(id);
    const again = await lyceum.users.get(id, {}, { ifNoneMatch: etag ?? '' });
    expect([again.status, again.data, again.etag]).toEqual([304, undefined, etag]);
    await lyceum.users.update(id, { firstName: 'Grace' }, { ifMatch: etag ?? '' });
    const changed = await lyceum.users.get(id, { fields: ['firstName'] }, { ifNoneMatch: etag ?? '' });
    expect([changed.status, changed.data, data.firstName]).toEqual([200, { firstName: 'Grace' }, null]);
  });

  it('works for calendars and absent sessions', async () => {
    const [course] = await importCourses(bench.school, [{}]);
    const calendar = await lyceum.courses.appointments.getIcs(course?.id ?? '');
    expect([calendar.data.slice(0, 15), calendar.meta]).toEqual(['BEGIN:VCALENDAR', null]);
    const { id } = await newUser();
    expect((await lyceum.timeTracking.sessions.getActive({ userId: id })).data).toBeNull();
  });
});
