import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { KEY, OPENED } from '../../console/components/form.ts';
import type { Screen } from '../../console/route/screen.ts';
import { openScreens, screens } from '../../console/screens/screens.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { oneOfEach } from '../support/console/one-of-each.ts';
import { type Answer, hiddenIn, Visitor } from '../support/console/visitor.ts';
import { NOWHERE } from '../support/console/webhooks.ts';
import { importRecords } from '../support/import-records.ts';
import { TestSystem } from '../support/test-system.ts';
import { newLargeSchool } from '../support/turns/large-school.ts';
import { sendInShortTurns } from '../support/turns/send-in-short-turns.ts';

const GROUPS = Array.from({ length: 100 }, (_, n) => ({ ref: `g${n}`, name: `g${n}` }));
const IMPORT = '/console/people/import';
const OPEN: Readonly<Record<string, string>> = {
  '/sign-in/{ref}': `/sign-in/${'x'.repeat(255)}`,
  '/unsubscribe/{token}': `/unsubscribe/${'x'.repeat(255)}`,
  '/link/{code}': `/link/${'x'.repeat(43)}`,
};

const system = await TestSystem.start({ shape: 'one process', platform: 'own', smtpUrl: 'smtp://127.0.0.1:9' });
/** Passkeys need a host name. */
const consoleUrl = system.consoleUrl.replace('127.0.0.1', 'localhost');
const institution = await newLargeSchool(system);
const ada = await newAdministrator(system, { institution });
let visitor = await signedIn({ consoleUrl }, ada);
const records = await oneOfEach(system, ada, visitor, { name: 'Busy Bee' });
const addressOf = (path: string) => (OPEN[path] === undefined ? records(path) : `/console${OPEN[path]}`);
await importRecords(institution.operator, 'userGroups', GROUPS);
afterAll(() => system.stop());

// Some forms end the session.
afterEach(async () => {
  if ((await visitor.get('/console/account')).status === 303) visitor = await signedIn({ consoleUrl }, ada);
});

/** What can be typed into a page, by name, with the longest text that its field takes. */
function typedIn({ text }: Answer): [name: string, value: string][] {
  return [...text.matchAll(/<(input|textarea|select)\b[^>]*>/g)].flatMap(([field, tag = '']) => {
    const said = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(field)?.[1];
    const type = said('type') ?? tag;
    if (type === 'hidden' || type === 'file') return [];
    return [[said('name') ?? '', VALUES[type] ?? '"'.repeat(Number(said('maxlength') ?? 200))]];
  });
}

const VALUES: Readonly<Record<string, string>> = {
  ...{ checkbox: '1', select: '', number: '45', date: '2026-10-05', 'datetime-local': '2026-10-05T06:00' },
  ...{ email: `${'x'.repeat(200)}@example.org`, url: `${NOWHERE}/${'x'.repeat(1_900)}` },
};

/** Each of the names with a text, as long as all of them together may be. */
function filled(names: readonly string[], text: string, bytes: number): Record<string, string> {
  const { length } = new URLSearchParams({ '': text }).toString();
  const most = Math.floor((bytes / Math.max(1, names.length) - 40) / length);
  return Object.fromEntries(names.map((name) => [name, text.repeat(Math.max(0, most))]));
}

const many = (bytes: number) => Object.fromEntries(Array.from({ length: bytes / 8 }, (_, n) => [`a${n}`, '']));

/** As much as a form and an address may hold beside their own fields. */
const FORM = 56 * 1024;
const ADDRESS = 12 * 1024;
const bodies: Readonly<Record<string, (page: Answer, names: string[]) => Record<string, string>>> = {
  'the longest accepted texts': (page) => Object.fromEntries(typedIn(page)),
  'long texts': (_, names) => filled(names, '"\r\n', FORM),
  'unknown fields, and much that it was opened with': () => ({
    ...many(FORM / 2),
    [OPENED]: Buffer.from(JSON.stringify({ revision: 'x', values: many(FORM / 4) })).toString('base64url'),
  }),
};

/** Last come the forms that end what others need. */
const isLast = ({ path }: Screen) => /\/(delete|end|deactivate|remove)$/.test(path);
const all = [...screens, ...openScreens].toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));

describe('the largest request has short turns', () => {
  it.each(all)('$path', async ({ path, view, submit, isPublic, hasFile }) => {
    const browser = isPublic ? new Visitor(consoleUrl) : visitor;
    const own = path === '/people/import/{id}' ? await sent(file(10, 1)) : addressOf(path);
    const send = (what: string, request: () => Promise<Answer>) => sendInShortTurns(async () => request, what);
    const page = await send('the page', () => browser.get(own));
    if (view && submit && !isPublic) expect([own, page.status]).toEqual([own, 200]);
    const names = typedIn(page).map(([name]) => name);
    const query = new URLSearchParams({ [KEY]: '', ...filled(['cursor', 'before', ...names], '"', ADDRESS) });
    expect((await send('a long query', () => browser.get(`${own}?${query}`))).status).toBeLessThan(500);
    if (!submit || hasFile) return;
    for (const [what, make] of Object.entries(bodies)) {
      const { status } = await send(what, () => browser.post(own, { ...hiddenIn(page), ...make(page, names) }));
      expect([what, status]).not.toEqual([what, 400]);
      expect(status).toBeLessThan(500);
    }
  });
});

it.each(Object.values(bodies))('a form that is kept, because its session has ended, has short turns', async (make) => {
  const page = await visitor.get('/console/people/add');
  const names = typedIn(page).map(([name]) => name);
  visitor.cookies.delete('lyceum-console');
  const body = { ...hiddenIn(page), ...make(page, names) };
  const { status } = await sendInShortTurns(async () => () => visitor.post('/console/people/add', body));
  expect(status).toBe(303);
});

/** A file of people who are in so many groups each. */
function file(rows: number, groups: number, name = 'N'): string {
  const lines = Array.from({ length: rows }, (_, n) => {
    const of = Array.from({ length: groups }, (_, m) => GROUPS[(n + m) % GROUPS.length]?.name);
    return `p${n}@x.example,${name},${of.join('|')}`;
  });
  return ['email,name,groups', ...lines].join('\r\n');
}

/** Sends a file; returns the path of its preview. */
async function sent(text: string): Promise<string> {
  const { status, headers } = await sendInShortTurns(async () => () => visitor.upload(IMPORT, text));
  expect(status).toBe(303);
  return headers.get('location') ?? '';
}

describe('the largest file has short turns', () => {
  const MIB = 1024 * 1024;
  it.each([
    ['line breaks', 422, `email,name${'\n'.repeat(2 * MIB - 10)}`],
    ['quotes', 303, '"'.repeat(2 * MIB)],
    ['one line', 303, `email,name\n${'x'.repeat(2 * MIB - 11)}`],
    ['columns', 422, ','.repeat(2 * MIB)],
    ['rows with faults', 303, `email,name,code\n${'x,,\n'.repeat(5_000)}`],
    ['more than is taken', 422, 'x'.repeat(4 * MIB)],
  ])('%s', async (_, status, text) => {
    const sent = await sendInShortTurns(async () => () => visitor.upload(IMPORT, text));
    expect(sent.status).toBe(status);
    if (status === 303) await sendInShortTurns(async () => () => visitor.follow(sent));
  });

  const imported = (rows: number, groups: number, fields: Record<string, string> = {}) => {
    let round = 0;
    return sendInShortTurns(async () => {
      const path = await sent(file(rows, groups, `N${round++}`));
      const page = await sendInShortTurns(async () => () => visitor.get(path));
      return () => visitor.post(path, { ...hiddenIn(page), ...fields });
    });
  };

  it('5,000 people', async () => {
    expect(await imported(5_000, 2)).toMatchObject({ status: 303 });
  });

  // Hundreds of thousands of memberships are much work of the database, so everything is done but writing them.
  it('5,000 people in 50 groups each, which have changed since the preview', async () => {
    expect(await imported(5_000, 50, { state: 'x' })).toMatchObject({ status: 409 });
  });
});
