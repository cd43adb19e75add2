import { describe, expect, it } from 'vitest';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { eventsOf, factIn, faultsIn, rowsIn, valueIn, words } from '../support/console/read-page.ts';
import { hiddenIn } from '../support/console/visitor.ts';
import { importRecords } from '../support/import-records.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const system = await TestSystem.start();
const ada = await newAdministrator(system);
const grace = await newAdministrator(system, { institution: ada.institution, name: 'Grace Hopper' });
const [visitor, colleague] = await Promise.all([signedIn(system, ada), signedIn(system, grace)]);

let people = 0;
const newPerson = async (fields: Record<string, unknown> = {}) => {
  const given = { email: `person-${++people}@example.org`, name: `Person ${people}`, ...fields };
  const { body } = await ada.institution.client.post('/users', given);
  return { ...body.data, path: `/console/people/${body.data.id}` } as Record<string, string> & { path: string };
};
const fieldsOf = (person: Record<string, unknown>) =>
  Object.fromEntries(
    ['email', 'firstName', 'lastName', 'name', 'code', 'image'].map((name) => [name, String(person[name] ?? '')]),
  );
const stored = async (id: string | undefined) => (await ada.institution.client.get(`/users/${id}`)).body.data;
const feed = (id: string | undefined) => eventsOf(ada.institution.client, id);

describe('people', () => {
  it('are found by a part of name, email or code, in their state', async () => {
    await newPerson({ name: 'Zoë Quux', email: 'zoe@quux.example', code: 'QX-1' });
    const gone = await newPerson({ name: 'Quentin Quux' });
    await ada.institution.client.patch(`/users/${gone.id}`, { isArchived: true }, { ifMatch: '*' });
    for (const [query, names] of [
      ['search=QUUX', ['Zoë Quux']],
      ['search=zoe%CC%88', ['Zoë Quux']],
      ['search=qx-', ['Zoë Quux']],
      ['search=quux&state=archived', ['Quentin Quux archived']],
      ['search=quux&state=all', ['Quentin Quux archived', 'Zoë Quux']],
      ['search=%25', []],
    ] as const)
      expect([query, rowsIn(await visitor.get(`/console/people?${query}`))]).toEqual([query, names]);
  });

  it('say who is clocked in', async () => {
    const { email } = await newPerson({ name: 'Busy Bee' });
    await ada.institution.client.post('/time-tracking/sessions/start', { email });
    expect(words((await visitor.get('/console/people?search=busy')).text)).toMatch(
      /Busy Bee .* Clocked in(?!, paused)/,
    );
    await ada.institution.client.post('/time-tracking/sessions/pause', { email });
    expect(words((await visitor.get('/console/people?search=busy')).text)).toContain('Clocked in, paused');
  });
});

describe('a person', () => {
  it('is added, with the event of the API and the administrator', async () => {
    const sent = await visitor.submit('/console/people/add', {
      firstName: 'Rosa',
      lastName: 'Luz',
      email: 'rosa@example.org',
      name: '',
    });
    expect(sent.status).toBe(303);
    const page = await visitor.follow(sent);
    expect(page.text).toContain('The person was added.');
    const id = sent.headers.get('location')?.split('/').at(-1);
    expect(await stored(id)).toMatchObject({
      name: 'Rosa Luz',
      email: 'rosa@example.org',
      code: null,
      isArchived: false,
    });
    await expect.poll(() => feed(id)).toEqual([['user.created', 'administrator', ada.userId]]);
    expect(page.text).toMatch(/<h2 id="changes">Changes/);
    expect(page.text).toMatch(new RegExp(`href="/console/audit\\?record=${id}"`));
  });

  it('whose email or code somebody has is not added, and leads to that person', async () => {
    const taken = await newPerson({ code: 'TAKEN-1' });
    for (const [field, fields] of [
      ['email', { email: taken.email?.toUpperCase() ?? '', name: 'X' }],
      ['code', { email: 'free@example.org', name: 'X', code: ' taken-1' }],
    ] as const) {
      const answer = await visitor.submit('/console/people/add', fields);
      expect([field, answer.status]).toEqual([field, 422]);
      expect(answer.text).toMatch(
        new RegExp(`id="${field}-fault"><a href="${taken.path}">${taken.name}</a> has this ${field} already`),
      );
    }
  });

  it('is changed in the fields that the form changes alone', async () => {
    const person = await newPerson({ firstName: 'Ann', lastName: 'Lee', name: undefined });
    expect(await visitor.submit(person.path, { ...fieldsOf(person), lastName: 'Li' })).toMatchObject({ status: 303 });
    // The name follows, because nobody has changed it.
    expect(await stored(person.id)).toMatchObject({ name: 'Ann Li' });
    const idle = await visitor.submit(person.path, fieldsOf(await stored(person.id)));
    expect(idle.status).toBe(303);
    await expect.poll(async () => (await feed(person.id)).length).toBe(2);
    expect((await feed(person.id)).at(-1)).toEqual(['user.updated', 'administrator', ada.userId]);
  });

  it('is archived by a button that asks first, and brought back by one that does not', async () => {
    const person = await newPerson();
    const page = await visitor.get(person.path);
    expect(page.text).toContain(`href="${person.path}/archive">Archive<`);
    expect(page.text).not.toContain('name="isArchived"');
    const asked = await visitor.get(`${person.path}/archive`);
    expect([asked.status, words(asked.text)]).toEqual([200, expect.stringContaining(`Archive ${person.name}?`)]);
    expect(await stored(person.id)).toMatchObject({ isArchived: false });
    expect((await visitor.post(`${person.path}/archive`, hiddenIn(asked))).status).toBe(303);
    expect(await stored(person.id)).toMatchObject({ isArchived: true });
    const archived = await visitor.get(person.path);
    expect(archived.text).toMatch(new RegExp(`action="${person.path}/bring-back">.*?Bring back`));
    // A change of the form leaves them archived.
    expect((await visitor.submit(person.path, { ...fieldsOf(person), code: 'ASK-1' })).status).toBe(303);
    expect(await stored(person.id)).toMatchObject({ isArchived: true, code: 'ASK-1' });
    for (let times = 0; times < 2; times++)
      expect((await visitor.post(`${person.path}/bring-back`)).headers.get('location')).toBe(person.path);
    expect(await stored(person.id)).toMatchObject({ isArchived: false });
    await expect.poll(async () => (await feed(person.id)).length).toBe(4);
  });

  it('is archived with what that means for the role, the groups and the calendar feeds', async () => {
    const hugo = await newAdministrator(system, { institution: ada.institution, name: 'Hugo', roles: ['people'] });
    const groups = ['Board', 'Teachers'].map((name) => ({ ref: name, name }));
    await importRecords(ada.institution.operator, 'userGroups', groups);
    const file = await visitor.upload('/console/people/import', `email,groups\n${hugo.email},Board|Teachers`);
    expect((await visitor.submit(file.headers.get('location') ?? '')).status).toBe(303);
    await visitor.submit(`/console/calendar-feeds/new/user/${hugo.userId}`, { name: 'Hugo’s phone', role: '' });
    const asked = words((await visitor.get(`/console/people/${hugo.userId}/archive`)).text);
    expect(asked).toContain('Administrator with the role People: it ends');
    expect(asked).toContain('Stays in Board and Teachers.');
    expect(asked).toContain('The calendar feed of the person stops answering: “Hugo’s phone”.');
    const plain = words((await visitor.get(`${(await newPerson()).path}/archive`)).text);
    expect(plain).not.toMatch(/Administrator with|Stays in|calendar feed/);
  });

  describe('who is clocked in', () => {
    const clockIn = async (email: string | undefined, at: string): Promise<string> =>
      (await ada.institution.client.post('/time-tracking/sessions/start', { email, at })).body.data.id;
    const logsOf = async (id: string | undefined): Promise<Record<string, unknown>[]> =>
      (await ada.institution.client.get(`/time-tracking/logs?userId=${id}`)).body.data;

    it('is archived with the session ended at a time that the question asks for', async () => {
      const person = await newPerson();
      const session = await clockIn(person.email, '2026-10-05T06:15:00Z');
      const asked = await visitor.get(`${person.path}/archive`);
      expect(words(asked.text)).toContain('Clocked in since 2026-10-05 06:15');
      expect(asked.text).toContain('<label for="end">End</label>');
      expect(valueIn(asked, 'end')).toBe('2026-10-05T08:00:00');
      for (const end of ['', '2026-10-05T06:15', '2026-10-06T00:00']) {
        const again = await visitor.post(`${person.path}/archive`, { ...hiddenIn(asked), end });
        expect([again.status, Object.keys(faultsIn(again)), valueIn(again, 'end') ?? '']).toEqual([422, ['end'], end]);
        expect((await stored(person.id)).isArchived).toBe(false);
      }
      const sent = await visitor.post(`${person.path}/archive`, { ...hiddenIn(asked), end: '2026-10-05T07:45' });
      expect(sent.status).toBe(303);
      expect((await stored(person.id)).isArchived).toBe(true);
      expect(await logsOf(person.id)).toMatchObject([{ id: session, endTime: '2026-10-05T07:45:00.000Z' }]);
      await expect
        .poll(() => feed(session))
        .toEqual([
          ['session.started', 'integration', expect.any(String)],
          ['session.stopped', 'administrator', ada.userId],
        ]);
    });

    it('is archived once by two administrators at once', async () => {
      const person = await newPerson();
      const session = await clockIn(person.email, '2026-10-05T06:15:00Z');
      const forms = await Promise.all(
        [visitor, colleague].map(async (each) => hiddenIn(await each.get(`${person.path}/archive`))),
      );
      const answers = await Promise.all(
        [visitor, colleague].map((each, n) =>
          each.post(`${person.path}/archive`, { ...forms[n], end: `2026-10-05T07:3${n}` }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect((await stored(person.id)).isArchived).toBe(true);
      await expect
        .poll(async () => (await feed(session)).map(([type]) => type))
        .toEqual(['session.started', 'session.stopped']);
      await expect
        .poll(async () => (await feed(person.id)).map(([type]) => type))
        .toEqual(['user.created', 'user.updated']);
    });

    it('since the question is asked about again', async () => {
      const person = await newPerson();
      const asked = await visitor.get(`${person.path}/archive`);
      expect(asked.text).not.toContain('Clocked in since');
      await clockIn(person.email, '2026-10-05T07:15:00Z');
      const again = await visitor.post(`${person.path}/archive`, hiddenIn(asked));
      expect([again.status, words(again.text)]).toEqual([422, expect.stringContaining('Clocked in since')]);
      expect((await stored(person.id)).isArchived).toBe(false);
      expect(
        (await visitor.post(`${person.path}/archive`, { ...hiddenIn(again), end: '2026-10-05T08:00' })).status,
      ).toBe(303);
      expect(await logsOf(person.id)).toHaveLength(1);
    });

    it('stays so in a form that is refused, and where time tracking is off', async () => {
      const person = await newPerson();
      await clockIn(person.email, '2026-10-05T06:15:00Z');
      const asked = await visitor.get(`${person.path}/archive`);
      await ada.institution.client.patch(`/users/${person.id}`, { code: 'OVER-1' }, { ifMatch: '*' });
      const late = await visitor.post(`${person.path}/archive`, { ...hiddenIn(asked), end: '2026-10-05T07:45' });
      expect([late.status, await logsOf(person.id)]).toEqual([409, []]);
      const switched = (timeTrackingEnabled: boolean) => changeSettings(ada.institution, { timeTrackingEnabled });
      await switched(false);
      const off = await visitor.get(`${person.path}/archive`);
      expect(words(off.text)).toContain('Time tracking is off, so the session stays open.');
      expect(off.text).not.toContain('name="end"');
      expect((await visitor.post(`${person.path}/archive`, hiddenIn(off))).status).toBe(303);
      await switched(true);
    });
  });

  it('shows hours by month, the open session, and where to go on', async () => {
    const person = await newPerson();
    const { client } = ada.institution;
    const log = (startTime: string, endTime: string) =>
      client.post('/time-tracking/logs', { email: person.email, startTime, endTime });
    await log('2026-09-30T20:00:00Z', '2026-10-01T01:05:00Z');
    await log('2026-10-02T08:00:00Z', '2026-10-02T09:30:00Z');
    const started = await client.post('/time-tracking/sessions/start', {
      email: person.email,
      at: '2026-10-05T06:15:00Z',
    });
    const page = await visitor.get(person.path);
    expect(
      ['Groups', 'Worked this month', 'Worked last month', 'Open session'].map((label) => factIn(page, label)),
    ).toEqual(['None', '2:35', '4:00', 'Clocked in since 2026-10-05 06:15']);
    expect(page.text).toContain(`href="/console/time-records/${started.body.data.id}/end"`);
    expect(page.text).toContain(`href="/console/time-records?person=${person.id}"`);
    expect(page.text).toContain(`href="/console/calendar-feeds/new/user/${person.id}"`);
  });
});
