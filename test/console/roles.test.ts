import { describe, expect, it } from 'vitest';
import { Audiences } from '../../console/route/audience.ts';
import { screens } from '../../console/screens/screens.ts';
import { type RoleName, roleNames, roleOf } from '../../platform/core/roles.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { newAdministrator, newLink, signedIn } from '../support/console/administrator.ts';
import { oneOfEach } from '../support/console/one-of-each.ts';
import { type Answer, hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { importCourses } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const system = await TestSystem.start();
const ada = await newAdministrator(system, { name: 'Ada Lindqvist' });
const { institution } = ada;
const owner = await signedIn(system, ada);
const addressOf = await oneOfEach(system, ada, owner, { name: 'Bee' });
const visitors = new Map<RoleName, Visitor>([['owner', owner]]);
for (const role of roleNames.slice(1))
  visitors.set(
    role,
    await signedIn(system, await newAdministrator(system, { institution, name: role, roles: [role] })),
  );
const as = (role: RoleName) => visitors.get(role) as Visitor;

/**
 * Who uses which screen, written from the specification: who sees its page, and who sends its form, by the initials of
 * the roles. The first line that matches counts.
 */
const TABLE: readonly (readonly [screens: RegExp, sees: string, acts: string])[] = [
  [/^\/(account|sign-out|sign-in|sign-in-options|openid|not-signed-in|link)(\/|$)/, 'OPIA', 'OPIA'],
  [/^\/(search)?$/, 'OPIA', 'OPIA'],
  [/^\/integrations\/directory-sync\/\{id\}\/allow-archiving$/, 'OPI', 'OPI'],
  [/^\/integrations\/\{id\}\/access$/, 'O', 'O'],
  [/^\/(integrations|integrations\/\{id\}|integrations\/directory-sync)$/, 'OIA', 'OI'],
  [/^\/(requests|requests\/\{requestId\}|events|events\/\{id\})$/, 'OIA', 'OI'],
  [/^\/(webhooks|webhooks\/\{id\}|webhooks\/\{id\}\/deliveries\/\{deliveryId\})$/, 'OIA', 'OI'],
  [/^\/(integrations|webhooks)\//, 'OI', 'OI'],
  [/^\/calendar-feeds$/, 'OPIA', 'OPI'],
  [/^\/calendar-feeds\//, 'OPI', 'OPI'],
  [/^\/(people|people\/\{id\}|time-records|time-records\/\{id\}|time-records\/closed-months)$/, 'OPA', 'OP'],
  [/^\/time-records\/findings$/, 'OPA', 'OP'],
  [/^\/(people|time-records)\//, 'OP', 'OP'],
  [
    /^\/(settings|settings\/retention|settings\/working-time|settings\/working-time\/calendar|settings\/your-data|audit|audit\/stream|administrators)$/,
    'OA',
    'O',
  ],
  [/^\/(settings|administrators|audit)\//, 'O', 'O'],
];
const rowOf = (path: string) => TABLE.find(([pattern]) => pattern.test(path)) ?? [/$/, '', ''];
const audiences = new Audiences(screens);
const initial = (role: RoleName) => role.charAt(0).toUpperCase();
const ofSession = screens.filter(({ isPublic }) => !isPublic);
const cases = ofSession.flatMap((screen) => roleNames.map((role) => [role, screen.path, screen] as const));

/** Whether an answer says that a role is missing, and who can help. */
function isRefused({ status, text }: Answer): boolean {
  if (status !== 403) return false;
  expect(text).toContain('Ada Lindqvist');
  expect(text).toContain('can change your roles');
  return true;
}

describe('every screen, for every role', () => {
  it('has a line in the table', () => {
    expect(ofSession.filter(({ path }) => rowOf(path)[1] === '').map(({ path }) => path)).toEqual([]);
  });

  it.each(cases.filter(([, , { view }]) => view !== undefined))(
    '%s opens %s, or is told who can help',
    async (role, path) => {
      const [, sees] = rowOf(path);
      const page = await as(role).get(addressOf(path));
      expect(isRefused(page)).toBe(!sees.includes(initial(role)));
      expect(page.status).toBeLessThan(500);
      if (page.status !== 200) return;
      // Nothing on it leads to what the role lacks.
      const links = [...page.text.matchAll(/<a [^>]*href="(\/console[^"#]*)/g)].map(([, link = '']) => unescaped(link));
      const forms = [...page.text.matchAll(/<form [^>]*method="post"(?: action="([^"]*)")?/g)];
      const isOpenTo = (address: string, column: 1 | 2) =>
        screensAt(address).every((each) => rowOf(each)[column].includes(initial(role)));
      expect(links.filter((link) => !isOpenTo(link, 1))).toEqual([]);
      const actions = forms.map(([, action]) => unescaped(action ?? addressOf(path)));
      expect(actions.filter((action) => !isOpenTo(action, 2))).toEqual([]);
    },
  );

  it.each(cases)('%s may open and send %s as the table says', (role, path) => {
    const viewer = audiences.viewer([role], '/');
    const [, sees, acts] = rowOf(path);
    const may = [viewer.mayOpen(addressOf(path)), viewer.maySend(addressOf(path))];
    expect(may).toEqual([sees, acts].map((column) => column.includes(initial(role))));
  });

  const lacking = cases.filter(
    ([role, path, { submit }]) => submit !== undefined && !rowOf(path)[2].includes(initial(role)),
  );
  it.each(lacking)('%s is told who can help with sending %s', async (role, path) => {
    expect(isRefused(await as(role).post(addressOf(path)))).toBe(true);
  });
});

function unescaped(text: string): string {
  return text.replaceAll('&amp;', '&');
}

/** The screens at an address: the most literal one. */
function screensAt(address: string): string[] {
  const path = address.replace(/^\/console/, '').replace(/\?.*$/s, '') || '/';
  const matching = screens
    .map((each) => each.path)
    .filter((each) => new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
  return matching.sort((one, other) => one.split('{').length - other.split('{').length).slice(0, 1);
}

describe('an address', () => {
  it('of no screen is not found, whatever the role', async () => {
    for (const role of roleNames) expect((await as(role).get('/console/settings/nothing')).status).toBe(404);
  });

  it('of a record that does not exist is refused before anybody looks for it', async () => {
    const nobody = '/console/people/01990000-0000-7000-8000-000000000001';
    expect(isRefused(await as('integrations').get(nobody))).toBe(true);
    expect((await as('people').get(nobody)).status).toBe(404);
  });

  it('of a form that was not sent from the console is refused for that, whoever sends it', async () => {
    const answer = await as('auditor').post('/console/settings', {}, { origin: 'https://elsewhere.example' });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('Not sent from this console')]);
    expect(answer.text).not.toContain('can change your roles');
  });

  it('says which role is missing', async () => {
    expect((await as('auditor').get('/console/people/add')).text).toContain('It takes the role People.');
    expect((await as('people').get('/console/settings')).text).toContain('It takes the role Owner.');
    expect((await as('auditor').get('/console/calendar-feeds/new')).text).toContain('the role People or Integrations');
  });
});

describe('an auditor', () => {
  it('reads forms as values, without fields and buttons, and can still filter', async () => {
    for (const path of ['/settings', '/people/{id}', '/time-records/{id}', '/settings/retention']) {
      const { text } = await as('auditor').get(addressOf(path));
      const main = /<main[^>]*>(.*)<\/main>/s.exec(text)?.[1] ?? '';
      expect([path, /<(input|select|textarea|button class)/.exec(main)?.[0]]).toEqual([path, undefined]);
    }
    expect((await as('auditor').get('/console/settings')).text).toMatch(/<dt>Minutes of a lesson unit<\/dt><dd>45</);
    expect((await as('auditor').get('/console/people')).text).toContain('<button class="button primary">Filter');
  });

  it('works with their own account', async () => {
    const visitor = as('auditor');
    expect((await visitor.get('/console/account')).text).toContain('Sessions');
    const eve = await newAdministrator(system, { institution, name: 'Eve', roles: ['auditor'] });
    const own = await signedIn(system, eve);
    expect((await own.submit('/console/account/sessions/end-all')).status).toBe(303);
  });
});

describe('Overview', () => {
  it('shows each what is theirs', async () => {
    const textOf = async (role: RoleName) => (await as(role).get('/console/')).text;
    const [whole, ofPeople, ofIntegrations, ofAuditor] = await Promise.all(roleNames.map(textOf));
    for (const text of [whole, ofIntegrations, ofAuditor]) {
      expect(text).toContain('Requests per hour');
      expect(text).toContain('has an old secret');
    }
    expect(ofPeople).toContain('Needs attention');
    expect(ofPeople).not.toMatch(/Requests per hour|old secret|24 hours/);
  });
});

describe('the role People', () => {
  it('has the calendar feeds of people, and no others', async () => {
    const [course] = await importCourses(institution, [{ name: 'Maths' }]);
    const feed = (name: string) => ({ name, 'form-key': name });
    const ofCourse = `/console/calendar-feeds/new/course/${course?.id}`;
    expect((await owner.submit(ofCourse, feed('Of the course'))).text).toContain('The calendar feed was created.');
    const [list, whole] = [
      await as('people').get('/console/calendar-feeds'),
      await owner.get('/console/calendar-feeds'),
    ];
    expect(list.text).toContain('Bee');
    expect([list.text.includes('Of the course'), whole.text.includes('Of the course')]).toEqual([false, true]);
    const [, revoke = ''] = /Of the course.*?href="([^"]+\/revoke)"/s.exec(whole.text) ?? [];
    expect((await as('people').get(revoke)).status).toBe(404);
    expect(isRefused(await as('people').submit(ofCourse, feed('Another')))).toBe(true);
    const found = (await as('people').get('/console/calendar-feeds/new?text=a')).text;
    expect([found.includes('Maths'), found.includes('Ada')]).toEqual([false, true]);
  });
});

describe('a role that is taken away', () => {
  const set = (userId: string, ...roles: RoleName[]) =>
    institution.operator(AdministratorService.method.setAdministratorRoles, { userId, roles: roles.map(roleOf) });

  it('ends with the next request, also for a form that is open, and nothing is kept of it', async () => {
    const eve = await newAdministrator(system, { institution, name: 'Eve', roles: ['people'] });
    const visitor = await signedIn(system, eve);
    const form = await visitor.get('/console/people/add');
    await set(eve.userId, 'integrations');
    const sent = await visitor.post('/console/people/add', { ...hiddenIn(form), name: 'X', email: 'x@roles.example' });
    expect(isRefused(sent)).toBe(true);
    const users = await institution.client.walk('/users');
    expect(users.filter((each) => JSON.stringify(each).includes('x@roles.example'))).toEqual([]);
    expect((await visitor.get('/console/integrations')).status).toBe(200);
    await set(eve.userId, 'people');
    expect((await visitor.get('/console/people/add')).text).not.toContain('x@roles.example');
  });

  it('hides a form that was kept until somebody signed in again', async () => {
    const eve = await newAdministrator(system, { institution, name: 'Eve', roles: ['people'] });
    const visitor = await signedIn(system, eve);
    const form = await visitor.get('/console/people/add');
    await institution.operator(AdministratorService.method.removeAdministrator, { userId: eve.userId });
    const { email } = eve;
    await institution.operator(AdministratorService.method.addAdministrator, { email, roles: [roleOf('auditor')] });
    await visitor.post('/console/people/add', { ...hiddenIn(form), name: 'Kept', email: 'kept@roles.example' });
    expect((await visitor.post(await newLink(eve))).status).toBe(303);
    const again = await visitor.get('/console/people/add');
    expect(isRefused(again)).toBe(true);
    expect(again.text).not.toContain('kept@roles.example');
  });

  it('ends a preview of people', async () => {
    const eve = await newAdministrator(system, { institution, name: 'Eve', roles: ['people'] });
    const visitor = await signedIn(system, eve);
    const file = await visitor.upload('/console/people/import', 'email,name\r\nn@roles.example,N\r\n');
    const preview = file.headers.get('location') ?? '';
    expect((await visitor.get(preview)).text).toMatch(/<button[^>]*>Import<\/button>/);
    await set(eve.userId, 'auditor');
    expect(isRefused(await visitor.get(preview))).toBe(true);
    expect(isRefused(await visitor.post(preview, {}))).toBe(true);
  });
});

describe('roles are changed', () => {
  it('on a page of their own, which needs one at least', async () => {
    const eve = await newAdministrator(system, { institution, name: 'Eve', roles: ['people'] });
    const path = `/console/administrators/${eve.userId}/roles`;
    expect((await owner.get(path)).text).toMatch(/name="roles:people" checked/);
    const none = await owner.submit(path, {});
    expect([none.status, none.text]).toEqual([422, expect.stringContaining('Check at least one.')]);
    const saved = await owner.submit(path, { 'roles:auditor': '1', 'roles:integrations': '1' });
    expect((await owner.follow(saved)).text).toContain('The roles were changed.');
    expect((await owner.get('/console/administrators')).text).toContain('Integrations, Auditor');
    expect((await owner.get('/console/audit?kind=administrator')).text).toContain('changed the roles of Eve');
  });

  it('of the last owner who can sign in not at all; of oneself after a question', async () => {
    const first = await newAdministrator(system, { name: 'First' });
    const visitor = await signedIn(system, first);
    await newLink(first);
    const path = `/console/administrators/${first.userId}/roles`;
    const people = { 'roles:people': '1' };
    const question = await visitor.submit(path, people);
    expect(question.text).toContain('Give up the role Owner?');
    const last = await visitor.post(path, { ...hiddenIn(question), ...people });
    expect([last.status, last.text]).toEqual([422, expect.stringContaining('No owner could sign in')]);
    const second = await newAdministrator(system, { institution: first.institution, name: 'Second' });
    await newLink(second);
    const again = await visitor.submit(path, people);
    const done = await visitor.post(path, { ...hiddenIn(again), ...people });
    expect((await visitor.follow(done)).status).toBe(200);
    expect((await visitor.get('/console/settings')).status).toBe(403);
  });
});

it('the role Integrations creates integrations that read', async () => {
  const visitor = as('integrations');
  const { text } = await visitor.get('/console/integrations/new');
  expect([...text.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)).toEqual(['read']);
  const full = await visitor.submit('/console/integrations/new', { name: 'N', access: 'full', allAreas: '1' });
  expect([full.status, full.text]).toEqual([422, expect.stringContaining('only an owner')]);
  const read = await visitor.submit('/console/integrations/new', { name: 'N', access: 'read', allAreas: '1' });
  expect(read.text).toContain('The integration was created.');
});
