import { beforeAll, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import type { Visitor } from '../support/console/visitor.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { newCalendarFeed, readFeed } from '../support/test-calendar-feeds.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
const PATH = '/console/calendar-feeds';

let system: TestSystem;
let ada: TestAdministrator;
let visitor: Visitor;
let course: { id: string; name: string };
let room: { id: string; name: string };
beforeAll(async () => {
  system = await TestSystem.start();
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
  await importOneOfEachRecord(ada.institution);
  const { client } = ada.institution;
  [course] = (await client.get('/courses')).body.data;
  [room] = (await client.get('/rooms')).body.data;
});

const words = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const addressIn = (text: string) => /data-copied="0">([^<]+)</.exec(text)?.[1] ?? '';
const rowOf = (text: string, name: string) =>
  words(text.split('<tr>').find((row) => row.includes(`<th scope="row" class="wrap">${name}<`)) ?? '').trim();
const idOf = (text: string, name: string) =>
  /calendar-feeds\/([\w-]+)\/revoke/.exec(text.split('<tr>').find((row) => row.includes(`>${name}<`)) ?? '')?.[1] ?? '';

it('says what would be there, and how it comes about', async () => {
  const { text } = await (await signedIn(system, await newAdministrator(system))).get(PATH);
  expect(words(text)).toMatch(/No calendar feeds A feed lets calendar apps .* Create calendar feed/);
});

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

  it('is created once, and shows no address again, when its form is sent twice', async () => {
    const path = `${PATH}/new/room/${room.id}`;
    const fields = { name: 'Sent twice', 'form-key': 'one' };
    expect(addressIn((await visitor.post(path, fields)).text)).not.toBe('');
    const again = await visitor.post(path, fields);
    expect(addressIn(again.text)).toBe('');
    expect(words(again.text)).toContain('You already submitted this form');
    expect((await visitor.get(PATH)).text.match(/<th scope="row" class="wrap">Sent twice</g)).toHaveLength(1);
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

  it.each([
    ['', /Fill this in\./],
    ['   ', /Fill this in\./],
    ['x'.repeat(256), /255/],
  ])('needs a name: %s', async (name, fault) => {
    const answer = await visitor.submit(`${PATH}/new/course/${course.id}`, { name });
    expect(answer.status).toBe(422);
    expect(words(/id="name-fault">[^<]*/.exec(answer.text)?.[0] ?? '')).toMatch(fault);
    expect(answer.text).toContain(`aria-invalid="true" value="${name.trim()}"`);
  });

  it('is refused where there are 200 already', async () => {
    const own = await newAdministrator(system);
    const mine = await signedIn(system, own);
    for (let index = 0; index < 200; index++)
      await newCalendarFeed(own.institution.client, { name: `Feed ${index}`, userId: own.userId });
    const answer = await mine.submit(`${PATH}/new/user/${own.userId}`, { name: 'One more' });
    expect([answer.status, words(answer.text)]).toEqual([422, expect.stringContaining('has 200 calendar feeds')]);
    expect(answer.text).toContain('value="One more"');

    const names = new Set<string>();
    let pages = 0;
    for (let path: string | undefined = PATH; path !== undefined; pages++) {
      const { text } = await mine.get(path);
      const shown = [...text.matchAll(/<th scope="row" class="wrap">(Feed \d+)</g)].map(([, name = '']) => name);
      expect(shown.length).toBeLessThanOrEqual(50);
      for (const name of shown) names.add(name);
      path = /id="next-page" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([pages, names.size]).toEqual([4, 200]);
    expect(await mine.get(`${PATH}?cursor=x`)).toMatchObject({ status: 400 });
  });
});

describe('the search', () => {
  const find = async (text: string) => words((await visitor.get(`${PATH}/new?${new URLSearchParams({ text })}`)).text);

  it('finds courses, rooms and people, with what tells them apart', async () => {
    expect(await find(room.name)).toMatch(new RegExp(`${room.name} Room \\w+`));
    expect(await find(ada.email.slice(0, 6))).toMatch(`Ada Lindqvist Person ${ada.email}`);
    expect(await find(course.name)).toContain(`${course.name} Course`);
  });

  it('says what to do where there is nothing to show', async () => {
    expect(await find('')).toContain('Whose calendar?');
    expect(await find('zzzz')).toContain('Nothing found');
    expect(await find('%')).toContain('Nothing found');
  });
});

it('shows what others have written as text', async () => {
  const { client } = ada.institution;
  const created = await client.post('/users', { email: `h-${ada.userId}@example.org`, name: HOSTILE });
  await newCalendarFeed(client, { name: HOSTILE, userId: created.body.data.id });
  const list = await visitor.get(PATH);
  const pages = [
    list,
    await visitor.get(
      `${PATH}/${idOf(list.text, HOSTILE.replace('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))}/revoke`,
    ),
    await visitor.get(`${PATH}/new?${new URLSearchParams({ text: 'onerror' })}`),
    await visitor.get(`${PATH}/new?${new URLSearchParams({ text: HOSTILE })}`),
    await visitor.get(`${PATH}/new/user/${created.body.data.id}`),
    await visitor.submit(`${PATH}/new/user/${created.body.data.id}`, { name: HOSTILE.repeat(9) }),
    await visitor.submit(`${PATH}/new/user/${created.body.data.id}`, { name: HOSTILE }),
  ];
  for (const { text } of pages) {
    expect(text).toContain('&lt;img');
    expect(text).not.toMatch(/<img|<script>/);
  }
});

it('has nothing of another institution', async () => {
  const other = await newAdministrator(system);
  const { data } = await newCalendarFeed(other.institution.client, { name: 'Other', userId: other.userId });
  const stranger = await signedIn(system, other);
  expect((await visitor.get(PATH)).text).not.toContain(data.id);
  expect((await visitor.get(`${PATH}/new?text=${other.email}`)).text).toContain('Nothing found');
  const strange = [`${PATH}/${data.id}/revoke`, `${PATH}/x/revoke`, `${PATH}/new/user/${other.userId}`];
  const unknown = [`${PATH}/new/course/${room.id}`, `${PATH}/new/toString/${course.id}`, `${PATH}/new/room/x`];
  for (const path of [...strange, ...unknown]) {
    expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
    expect([path, (await visitor.post(path, { name: 'x' })).status]).toEqual([path, 404]);
  }
  expect(rowOf((await stranger.get(PATH)).text, 'Other')).toContain('Never');
});
