import { beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { factIn, tableIn, words } from '../support/console/read-page.ts';
import { type Answer, hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { importRecords } from '../support/import-records.ts';
import { TestSystem } from '../support/test-system.ts';

const PATH = '/console/people/import';

let ada: TestAdministrator;
let visitor: Visitor;
const system = await TestSystem.start();
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
});

const file = (...lines: readonly string[]) => lines.join('\r\n');
const previewed = async (text: string, by = visitor) => {
  const path = (await by.upload(PATH, text)).headers.get('location') ?? '';
  return { path, page: await by.get(path) };
};
const post = ({ path, page }: { path: string; page: Answer }) => visitor.post(path, hiddenIn(page));
const peopleIn = (page: Answer) => tableIn(page, 'People in the file');
const faultsOf = (page: Answer) => tableIn(page, 'Faults');
/** Where the links of a page with a text lead. */
const linksOf = ({ text }: Answer, label: string) =>
  [...text.matchAll(/<a[^>]* href="([^"]*)"[^>]*>([^<]*)<\/a>/g)]
    .filter(([, , each]) => each === label)
    .map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe('the people of a preview', () => {
  it('are shown with what changes, and after the import each number leads to them', async () => {
    const colleague = await newAdministrator(system, { institution: ada.institution, name: 'Ben', roles: ['people'] });
    await importRecords(ada.institution.operator, 'userGroups', [{ ref: 'g', name: 'Teachers' }]);
    const { client } = ada.institution;
    await client.post('/users', { email: 'grace@x.example', name: 'Grace', code: 'NH-0008' });
    const { id } = (await client.post('/users', { email: 'back@x.example', name: 'Back' })).body.data;
    await client.patch(`/users/${id}`, { isArchived: true }, { ifMatch: '*' });
    const { page, path } = await previewed(
      file(
        'email,name,code,archived,groups',
        ...['neo@x.example,Neo,N-1,,Teachers', 'neu@x.example,Neu,,,', 'grace@x.example,,NH-1008,,Teachers'],
        ...[`${colleague.email},,,yes,`, 'back@x.example,,,no,', `${ada.email},,,,`],
      ),
    );
    expect(peopleIn(page)).toEqual([
      'Neo neo@x.example New Name after Neo Code after N-1 Groups after Teachers 2',
      'Neu neu@x.example New Name after Neu 3',
      'Grace grace@x.example Changed Code before NH-0008 after NH-1008 Groups after Teachers 4',
      expect.stringMatching(/^Ben \S+ Archived Administrator Archived before no after yes 5$/),
      'Back back@x.example Back Archived before yes after no 6',
    ]);
    expect(page.text).toContain('<span class="badge bad">Administrator</span>');
    expect(['Archived', 'Back', 'Unchanged'].map((label) => factIn(page, label))).toEqual(['1', '1', '1']);
    const [unchanged = ''] = linksOf(page, '1').filter((each) => each.includes('unchanged'));
    expect(peopleIn(await visitor.get(unchanged))).toEqual([expect.stringContaining(ada.email)]);
    expect(linksOf(page, 'Choose another file')).toEqual([PATH]);

    const asked = await post({ path, page });
    const done = await visitor.follow(asked.status === 303 ? asked : await post({ path, page: asked }));
    expect(words(done.text)).toContain('2 added , 1 changed , 1 archived , 1 brought back');
    for (const [label, names] of [
      ['2 added', ['Neo', 'Neu']],
      ['1 changed', ['Grace']],
      ['1 archived', ['Ben']],
      ['1 brought back', ['Back']],
    ] as const) {
      const shown = peopleIn(await visitor.get(linksOf(done, label)[0] ?? ''));
      expect(shown.map((each) => each.split(' ')[0])).toEqual(names);
    }
    const { body } = await client.get('/users?email=grace@x.example');
    expect(linksOf(done, 'Grace')).toEqual([`/console/people/${body.data[0].id}`]);
  });

  it('are on pages, and none of the largest file is left out', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => `p${n}@x.example,P${n}`);
    let { page } = await previewed(file('email,name', ...rows));
    expect([peopleIn(page).length, page.text.length < 32 * 1024]).toEqual([50, true]);
    const seen = new Set<string>();
    for (let pages = 0; pages < 3; pages++) {
      for (const each of peopleIn(page)) seen.add(each);
      page = await visitor.get(linksOf(page, 'Next page')[0] ?? '');
    }
    expect(seen.size).toBe(150);
    const last = await visitor.get(`${linksOf(page, 'First page')[0]}&cursor=4950`);
    expect([peopleIn(last).at(-1), linksOf(last, 'Next page')]).toEqual([expect.stringMatching(/^P4999 .* 5001$/), []]);
  }, 60_000);
});

describe('the columns of a file', () => {
  const german = file('E-Mail;Vorname;Nachname;Personalnummer;Kürzel', 'a@x.example;Ann;Lee;C-1;AL');

  it('have German names, and others that the institution says once', async () => {
    const { page, path } = await previewed(german);
    expect(faultsOf(page)).toEqual([expect.stringMatching(/^1 Kürzel Is not a column/)]);
    expect(peopleIn(page)).toEqual([
      'Ann Lee a@x.example New First name after Ann Last name after Lee Name after Ann Lee Code after C-1 2',
    ]);
    const use = async (columns: Record<string, string>) =>
      visitor.post(`${path}/columns`, { ...hiddenIn(page), ...columns });
    const mapped = await visitor.follow(await use({ column3: '', column4: 'code' }));
    expect(faultsOf(mapped)).toEqual([]);
    expect(peopleIn(mapped)).toEqual([expect.stringMatching(/Code after AL 2$/)]);
    // The page that was shown before means something else.
    expect((await post({ path, page })).status).toBe(409);
    expect((await use({ column4: 'nonsense' })).status).toBe(400);
    const other = await signedIn(system, await newAdministrator(system, { institution: ada.institution }));
    expect(peopleIn((await previewed(german, other)).page)).toEqual(peopleIn(mapped));
    const stranger = await signedIn(system, await newAdministrator(system));
    expect(faultsOf((await previewed(german, stranger)).page)).toHaveLength(1);
  });

  it('that two names mean are a fault', async () => {
    const { page } = await previewed(file('email;E-Mail;Vorname', 'a@x.example;b@x.example;A'));
    expect(faultsOf(page)[0]).toMatch(/^1 email Is a second column/);
  });
});
