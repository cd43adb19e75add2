import { describe, expect, it } from 'vitest';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { rowsIn, walk, words } from '../support/console/read-page.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { newCalendarFeed, readFeed } from '../support/test-calendar-feeds.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const PATH = '/console/calendar-feeds';

const system = await TestSystem.start();
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada);
await importOneOfEachRecord(ada.institution);
const { client } = ada.institution;
const [course] = (await client.get('/courses')).body.data;
const [room] = (await client.get('/rooms')).body.data;

const addressIn = (text: string) => /data-copied="0">([^<]+)</.exec(text)?.[1] ?? '';
const rowOf = (text: string, name: string) =>
  words(text.split('<tr>').find((row) => row.includes(`<th scope="row" class="wrap">${name}<`)) ?? '').trim();
const idOf = (text: string, name: string) =>
  /calendar-feeds\/([\w-]+)\/revoke/.exec(text.split('<tr>').find((row) => row.includes(`>${name}<`)) ?? '')?.[1] ?? '';

describe('a feed', () => {
  it('is created for what was found, and its address is shown once and works until it is revoked', async () => {
    const found = await visitor.get(`${PATH}/new?${new URLSearchParams({ text: course.name.slice(1).toUpperCase() })}`);
    const step = `${PATH}/new/course/${course.id}`;
    expect(found.text).toContain(`href="${step}"`);
    expect((await visitor.get(step)).text).toContain(`value="${course.name}"`);

    const created = await visitor.submit(step, { name: 'First term' });
    expect(created.text).toContain('role="status">The calendar feed was created.');
    const address = addressIn(created.text);
    expect(address).toMatch(/\/api\/v4\/calendars\/[\w-]{43}\.ics$/);
    expect(created.text).toContain('<span id="value-0">Address</span>');
    const { pathname } = new URL(address);
    expect(await readFeed(`${system.url}${pathname}`)).toMatchObject({ status: 200 });

    const list = await visitor.get(PATH);
    expect(list.text).not.toContain(pathname);
    expect(rowOf(list.text, 'First term')).toMatch(new RegExp(`^First term ${course.name} Course .*5 Oct 2026 `));
    await until('the read', async () => /just now/.test(rowOf((await visitor.get(PATH)).text, 'First term')));

    const revoke = `${PATH}/${idOf(list.text, 'First term')}/revoke`;
    expect((await visitor.get(revoke)).text).toContain('<h1>Revoke First term?</h1>');
    expect(await readFeed(`${system.url}${pathname}`)).toMatchObject({ status: 200 });
    const revoked = await visitor.submit(revoke);
    expect((await visitor.follow(revoked)).text).toContain('The calendar feed was revoked.');
    await until('the end', async () => (await readFeed(`${system.url}${pathname}`)).status === 404);
    expect((await visitor.get(PATH)).text).not.toContain('First term');
    expect(await visitor.get(revoke)).toMatchObject({ status: 404 });
  });

  it('of a person has the appointments of all roles, or those as organizer', async () => {
    const path = `${PATH}/new/user/${ada.userId}`;
    await visitor.submit(path, { name: 'Ada, all', role: '' });
    await visitor.submit(path, { name: 'Ada, organized', role: 'organizer' });
    const { text } = await visitor.get(PATH);
    expect(rowOf(text, 'Ada, all')).toMatch(/^Ada, all Ada Lindqvist Person · ada-/);
    expect(rowOf(text, 'Ada, organized')).toMatch(/^Ada, organized Ada Lindqvist Person, as organizer · ada-/);
    const { body } = await ada.institution.client.get('/calendar-feeds');
    expect(body.data.filter(({ name }: { name: string }) => name.startsWith('Ada'))).toMatchObject([
      { userId: ada.userId, organizerId: null },
      { userId: null, organizerId: ada.userId },
    ]);
  });

  it('is refused where there are 200 already', async () => {
    const own = await newAdministrator(system);
    const mine = await signedIn(system, own);
    const feeds = Array.from({ length: 200 }, (_, index) => ({ name: `Feed ${index}`, userId: own.userId }));
    await Promise.all(feeds.map((feed) => newCalendarFeed(own.institution.client, feed)));
    const answer = await mine.submit(`${PATH}/new/user/${own.userId}`, { name: 'One more' });
    expect([answer.status, words(answer.text)]).toEqual([422, expect.stringContaining('has 200 calendar feeds')]);
    expect(answer.text).toContain('value="One more"');

    const pages = (await walk(mine, PATH)).map(rowsIn);
    expect([pages.map(({ length }) => length), new Set(pages.flat()).size]).toEqual([[50, 50, 50, 50], 200]);
  });
});

describe('the search', () => {
  const find = async (text: string) => words((await visitor.get(`${PATH}/new?${new URLSearchParams({ text })}`)).text);

  it('finds courses, rooms and people, with what tells them apart', async () => {
    expect(await find(room.name)).toMatch(new RegExp(`${room.name} Room \\w+`));
    expect(await find(ada.email.slice(0, 6))).toMatch(`Ada Lindqvist Person ${ada.email}`);
    expect(await find(course.name)).toContain(`${course.name} Course`);
    expect(await find('%')).toContain('Nothing found');
  });
});
