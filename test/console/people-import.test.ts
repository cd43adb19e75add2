import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { guideOf } from '../docs/guides/guide.ts';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { factIn, faultsIn, tableIn, words } from '../support/console/read-page.ts';
import { type Answer, hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { importRecords } from '../support/import-records.ts';
import { HeldTable } from '../support/postgres/held-table.ts';
import { projectRoot } from '../support/process/program.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const PATH = '/console/people/import';

let ada: TestAdministrator;
let visitor: Visitor;
const system = await TestSystem.start();
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
});

const countsIn = (page: Answer) => ['New', 'Changed', 'Unchanged', 'Faults'].map((label) => factIn(page, label));
const faultsOf = (page: Answer) => tableIn(page, 'Faults');
const hasImport = ({ text }: Answer) => /<button[^>]*>Import<\/button>/.test(text);
const file = (...lines: readonly string[]) => lines.join('\r\n');
/** Sends a file; returns the page of its preview. */
const previewed = async (text: string | Uint8Array, fields?: Record<string, string>, by = visitor) => {
  const sent = await by.upload(PATH, text, fields);
  expect([sent.status, sent.text.slice(0, 300)]).toEqual([303, '']);
  const path = sent.headers.get('location') ?? '';
  return { path, page: await by.get(path) };
};
const post = ({ path, page }: { path: string; page: Answer }, by = visitor) => by.post(path, hiddenIn(page));
const users = async () => {
  const { body } = await ada.institution.client.get('/users?limit=100');
  return body.data as { id: string; email: string; name: string; code: string | null; isArchived: boolean }[];
};
const byEmail = async (email: string) => (await users()).find((each) => each.email === email);

describe('a file', () => {
  it('shows what it would do, and does it after Import', async () => {
    expect((await visitor.get('/console/people')).text).toContain(`href="${PATH}">Import CSV<`);
    const form = await visitor.get(PATH);
    expect(form.text).toMatch(/<form[^>]*enctype="multipart\/form-data"/);
    await ada.institution.client.post('/users', { email: 'grace@x.example', name: 'Grace' });
    const preview = await previewed(
      file('email;firstName;code;archived', 'grace@x.example;Grace;C-1;', `${ada.email};;;no`, 'new@x.example;Neo;;'),
    );
    expect(countsIn(preview.page)).toEqual(['1', '1', '1', '0']);
    expect(await byEmail('new@x.example')).toBeUndefined();
    const imported = await post(preview);
    expect([imported.status, imported.headers.get('location')]).toEqual([303, preview.path]);
    expect(words((await visitor.follow(imported)).text)).toContain('1 added , 1 changed');
    expect(await byEmail('new@x.example')).toMatchObject({ name: 'Neo' });
    const grace = await byEmail('grace@x.example');
    expect(grace).toMatchObject({ name: 'Grace', code: 'C-1' });
    const events = async () => (await ada.institution.client.get(`/events?resourceId=${grace?.id}`)).body.data;
    const last = await until('the event', async () => {
      const event = (await events()).at(-1);
      return event?.type === 'user.updated' && event;
    });
    expect(last).toMatchObject({
      changed: ['firstName', 'code'],
      actor: { type: 'administrator', id: ada.userId },
    });
    expect(words((await visitor.get(`/console/audit?record=${grace?.id}`)).text)).toContain(ada.name);
    // The page of a file that was imported has nothing more to do.
    expect(hasImport(await visitor.get(preview.path))).toBe(false);
    expect((await post(preview)).status).toBe(303);
  });

  it('with faults names them, and cannot be imported', async () => {
    const { path, page } = await previewed(file('email,name,archived', 'a@x.example,,', '', 'b@x.example,B,perhaps'));
    expect(countsIn(page)).toEqual(['0', '0', '0', '2']);
    expect(faultsOf(page)).toEqual([
      '2 name Name, firstName or lastName is required. a@x.example',
      '4 archived Must be yes or no. perhaps B',
    ]);
    expect(hasImport(page)).toBe(false);
    expect((await visitor.post(path, hiddenIn(page))).status).toBe(409);
    const many = await previewed(file('email', ...Array.from({ length: 130 }, (_, n) => `p${n}@x.example`)));
    expect([faultsOf(many.page).length, words(many.page.text).includes('The first 100 of 130')]).toEqual([100, true]);
  });

  it('with unknown columns is imported if they are ignored, there or on the preview', async () => {
    const text = file('Phone,email,name', '1,a@x.example,A');
    const { path, page } = await previewed(text);
    expect(faultsOf(page)).toEqual([expect.stringMatching(/^1 Phone Is not a column that can be imported/)]);
    expect([hasImport(page), page.text.includes('Ignore unknown columns')]).toEqual([false, true]);
    const ticked = `${path}?ignoreUnknownColumns=1`;
    const ignoring = await visitor.get(ticked);
    expect([countsIn(ignoring), hasImport(ignoring)]).toEqual([['1', '0', '0', '0'], true]);
    expect(words(ignoring.text)).toContain('Ignored columns: Phone');
    const other = await previewed(text, { ignoreUnknownColumns: '1' });
    expect([countsIn(other.page), hasImport(other.page)]).toEqual([['1', '0', '0', '0'], true]);
    expect((await post({ path: ticked, page: ignoring })).status).toBe(303);
    expect(await byEmail('a@x.example')).toMatchObject({ name: 'A' });
  });

  it.each([
    ['guides', ['Teachers', 'Board']],
    ['de/guides', ['Lehrkräfte', 'Vorstand']],
  ])('of docs/%s is imported', async (folder, names) => {
    const { text } =
      guideOf('x', readFileSync(`${projectRoot}docs/${folder}/people-from-a-spreadsheet.md`, 'utf8')).blocks[0] ?? {};
    const groups = names.map((name, n) => ({ ref: `group-${n}`, name }));
    await importRecords(ada.institution.operator, 'userGroups', groups);
    const preview = await previewed(text ?? '');
    expect(countsIn(preview.page)).toEqual(['3', '0', '0', '0']);
    await post(preview);
    expect(await byEmail('ben.okafor@example.org')).toMatchObject({ name: 'Ben O.', isArchived: false });
    expect(countsIn((await previewed(text ?? '')).page)).toEqual(['0', '0', '3', '0']);
  });

  it('of any bytes is a page that says what is wrong, never a failure', async () => {
    for (let n = 0; n < 40; n++) {
      const bytes = Buffer.concat([Buffer.from(n % 2 ? 'email,name\n' : ''), randomBytes(n * 7)]);
      const answer = await visitor.upload(PATH, bytes);
      expect([bytes.toString('base64'), [303, 422].includes(answer.status)]).toEqual([bytes.toString('base64'), true]);
      if (answer.status === 303) expect((await visitor.follow(answer)).status).toBe(200);
    }
  });

  it('that is no table of people is refused beside File', async () => {
    const row = 'somebody@x.example,N\r\n';
    for (const [each, fault] of [
      ['', /Choose a file/],
      [Buffer.from('\uFEFFemail', 'utf16le'), /UTF-8/],
      ['email,name\r\na@x.example,\0', /UTF-8/],
      [Buffer.from([0x65, 0x81]), /Windows-1252/],
      ['x'.repeat(2 * 1024 * 1024 + 1), /2 MiB/],
      [`email,name\r\n${row.repeat(5_001)}`, /5,000 rows/],
      ['email,name\r\n', /no rows/],
    ] as const) {
      const answer = await visitor.upload(PATH, each);
      expect([answer.status, faultsIn(answer).file]).toEqual([422, expect.stringMatching(fault)]);
    }
    const form = hiddenIn(await visitor.get(PATH));
    expect((await visitor.post(PATH, form)).status).toBe(422);
  });

  it('whose letters come out wrong is read in another encoding, chosen on the preview or before it', async () => {
    const bytes = Buffer.from('email,name,note\nz@x.example,Pawe\xb3 Wi\x9cniewski,', 'latin1');
    const { path, page } = await previewed(bytes, { ignoreUnknownColumns: '1' });
    const selected = ({ text }: Answer) => /<option value="([^"]*)" selected/.exec(text)?.[1];
    expect([selected(page), words(page.text).includes('Name “Pawe³ Wiœniewski”')]).toEqual(['windows-1252', true]);
    const right = `${path}&encoding=windows-1250`;
    const other = await visitor.get(right);
    expect([selected(other), words(other.text).includes('Name “Paweł Wiśniewski”')]).toEqual(['windows-1250', true]);
    const before = await previewed(bytes, { ignoreUnknownColumns: '1', encoding: 'windows-1250' });
    expect(words(before.page.text)).toContain('Name “Paweł Wiśniewski”');
    expect((await visitor.get(`${path}&encoding=nonsense`)).status).toBe(200);
    expect((await post({ path: right, page: other })).status).toBe(303);
    expect(await byEmail('z@x.example')).toMatchObject({ name: 'Paweł Wiśniewski' });
  });

  it('of an old Mac program is noticed', async () => {
    const { page } = await previewed(Buffer.from('email,name\nz@x.example,J\x9arg M\x9fller', 'latin1'));
    expect(words(page.text)).toContain('Mac Roman');
  });

  it('with a stray quotation mark says above the numbers how far it was read', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => (n === 5 ? 'p5@x.example,=F("x")' : `p${n}@x.example,P`));
    const { page } = await previewed(file('email,name', ...rows));
    expect(words(page.text)).toMatch(/Read up to row 7; 6 rows were not read\..*New 5 /);
  });

  it('is of no use once the session has ended, for whoever has the database, too', async () => {
    const preview = await previewed(file('email,name', 'secret@x.example,Secret'));
    const token = visitor.cookies.get('lyceum-console') ?? '';
    expect((await visitor.submit('/console/sign-out')).status).toBe(303);
    visitor.cookies.set('lyceum-console', token);
    expect((await visitor.get(preview.path)).headers.get('location')).toMatch(/sign-in/);
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['an empty boundary', 'multipart/form-data; boundary=', '--\r\n'],
    ['a boundary of 300 letters', `multipart/form-data; boundary=${'b'.repeat(300)}`, `--${'b'.repeat(300)}\r\n`],
    [
      'no end',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nemail',
    ],
    ['no head', 'multipart/form-data; boundary=b', '--b\r\nnonsense'],
  ])('in a form with %s is 400', async (_, type, body) => {
    const answer = await visitor.send(PATH, { 'content-type': type }, body);
    expect([answer.status, words(answer.text).includes('Bad request')]).toEqual([400, true]);
  });

  it('far beyond 2 MiB is 413', async () => {
    const answer = await visitor.upload(PATH, Buffer.alloc(12 * 1024 * 1024, 'x'));
    expect([answer.status, words(answer.text).includes('Too large')]).toEqual([413, true]);
  });

  it('that is sent again with another choice behind the same form is another file', async () => {
    const fields = hiddenIn(await visitor.get(PATH));
    const send = async (name: string) =>
      (await visitor.upload(PATH, file('email,name', `${name}@x.example,N`), fields)).headers.get('location');
    const [one, two, again] = [await send('one'), await send('two'), await send('one')];
    expect([one === two, one === again]).toEqual([false, true]);
  });
});

describe('a preview', () => {
  it('of what somebody has changed since is 409, and shows what the file would do now', async () => {
    await ada.institution.client.post('/users', { email: 'a@x.example', name: 'A' });
    const preview = await previewed(file('email,name', 'a@x.example,Aa', 'b@x.example,B'));
    const { id = '' } = (await byEmail('a@x.example')) ?? {};
    await ada.institution.client.patch(`/users/${id}`, { name: 'Aa' }, { ifMatch: '*' });
    const late = await post(preview);
    expect([late.status, countsIn(late)]).toEqual([409, ['1', '0', '1', '0']]);
    expect(words(late.text)).toMatch(/have changed since the preview/);
    expect(late.text).toContain('role="alert"');
    expect(await byEmail('b@x.example')).toBeUndefined();
    expect((await post({ path: preview.path, page: late })).status).toBe(303);
    expect(await byEmail('b@x.example')).toMatchObject({ name: 'B' });
  });

  it('of thousands of rows is imported by a small form, unless somebody has changed one of them', async () => {
    const rows = Array.from({ length: 1_500 }, (_, n) => `p${n}@x.example,P${n}`);
    expect((await post(await previewed(file('email,name', ...rows)))).status).toBe(303);
    const preview = await previewed(file('email,lastName', ...rows));
    expect(preview.page.text.length).toBeLessThan(32 * 1024);
    const { id = '' } = (await byEmail('p7@x.example')) ?? {};
    await ada.institution.client.patch(`/users/${id}`, { code: id }, { ifMatch: '*' });
    const late = await post(preview);
    expect([late.status, countsIn(late)]).toEqual([409, ['0', '1,500', '0', '0']]);
    expect((await post({ path: preview.path, page: late })).status).toBe(303);
  }, 60_000);

  it('that archives more than a tenth of the active people is confirmed', async () => {
    await ada.institution.client.post('/users', { email: 'a@x.example', name: 'A' });
    const preview = await previewed(file('email,archived', 'a@x.example,yes'));
    const asked = await post(preview);
    expect([asked.status, words(asked.text).includes('Archive 1 of 2 active people?')]).toEqual([200, true]);
    expect([(await byEmail('a@x.example'))?.isArchived, asked.text.includes('role="status"')]).toEqual([false, false]);
    expect((await post({ path: preview.path, page: asked })).status).toBe(303);
    expect((await byEmail('a@x.example'))?.isArchived).toBe(true);
  });

  it('archives neither oneself nor the last who can sign in', async () => {
    const grace = await newAdministrator(system, { institution: ada.institution, name: 'Grace' });
    const { page } = await previewed(file('email,archived', `${ada.email},yes`, `${grace.email},yes`));
    expect(faultsOf(page)).toEqual([
      expect.stringMatching(/^2 archived Would archive yourself/),
      expect.stringMatching(/^3 archived Would leave no owner who can sign in/),
    ]);
  });

  it('is imported once, however often and at once it is sent', async () => {
    const preview = await previewed(file('email,name', 'once@x.example,Once'));
    const second = await visitor.get(preview.path);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => post(preview)),
      ...Array.from({ length: 4 }, () => post({ path: preview.path, page: second })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303));
    const { id = '' } = (await byEmail('once@x.example')) ?? {};
    await expect
      .poll(async () => (await ada.institution.client.get(`/events?resourceId=${id}`)).body.data)
      .toHaveLength(1);
  });

  it('is imported once while it waits, and the same form sent meanwhile is told what the first one did', async () => {
    const preview = await previewed(file('email,name', 'waits@x.example,Waits'));
    const held = await HeldTable.hold(system.databases.url('directory'), 'people_imports');
    const first = post(preview);
    await held.waiters(1);
    const others = [post(preview), post(preview)];
    // Both have found the first one under way by the time that further requests are answered.
    for (let n = 0; n < 10; n++) expect((await visitor.get('/console/people')).status).toBe(200);
    await held.release();
    expect((await Promise.all([first, ...others])).map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await byEmail('waits@x.example')).toMatchObject({ name: 'Waits' });
  });

  it('belongs to its session: signing in again leads to where a file is chosen, with nothing kept', async () => {
    const preview = await previewed(file('email,name', 'late@x.example,Late'));
    visitor.cookies.delete('lyceum-console');
    for (const answer of [await visitor.get(preview.path), await post(preview)])
      expect(answer.headers.get('location')).toBe('/console/sign-in?next=%2Fconsole%2Fpeople%2Fimport');
    expect(visitor.cookies.get('lyceum-console-forms')).not.toContain('.kept');
    visitor = await signedIn(system, ada);
    expect(await byEmail('late@x.example')).toBeUndefined();
  });
});

it('two imports that meet are one after the other, and a write of the API between them is kept', async () => {
  const files = Array.from({ length: 4 }, (_, n) =>
    previewed(file('email,name,code', 'both@x.example,Both,', `p${n}@x.example,P,CODE-${n % 2}`)),
  );
  const previews = await Promise.all(files);
  const [answers, written] = await Promise.all([
    Promise.all(previews.map((each) => post(each))),
    ada.institution.client.post('/users', { email: 'p3@x.example', name: 'Of the API' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
  const all = await users();
  const imported = answers.findIndex(({ status }) => status === 303);
  expect(all.filter(({ email }) => email === 'both@x.example')).toHaveLength(1);
  expect(all.filter(({ name }) => name === 'P').map(({ email }) => email)).toEqual([`p${imported}@x.example`]);
  expect(written.status).toBe(imported === 3 ? 409 : 201);
});
