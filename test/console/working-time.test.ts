import { beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { alertIn, changesIn, factIn, faultsIn, rowsIn, words } from '../support/console/read-page.ts';
import { type Answer, hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { importRecords } from '../support/import-records.ts';
import { TestSystem } from '../support/test-system.ts';

const PATH = '/console/settings/working-time';
const CALENDAR = `${PATH}/calendar`;

let ada: TestAdministrator;
let visitor: Visitor;
let groups: string[];
const system = await TestSystem.start();
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
  const records = ['Office', 'Leading staff'].map((name) => ({ ref: name, name }));
  groups = (await importRecords(ada.institution.operator, 'userGroups', records)).map(({ id }) => id);
});

/** The chosen option of a field. */
const chosenIn = ({ text }: Answer, name: string) => {
  const [, options = ''] = new RegExp(`<select id="${name}"[^>]*>(.*?)</select>`, 's').exec(text) ?? [];
  return /<option value="([^"]*)" selected>/.exec(options)?.[1];
};
const RULES = 'working_time_rules';

describe('the rules', () => {
  it('are chosen for the institution and for groups, and integrations see those of the institution', async () => {
    const [office = '', leading = ''] = groups;
    expect(words((await visitor.get('/console/settings')).text)).toContain('Working time');
    const page = await visitor.get(PATH);
    expect([RULES, office, leading].map((name) => chosenIn(page, name))).toEqual(['', '', '']);
    const saved = await visitor.submit(PATH, { [RULES]: 'de-arbzg', [office]: '', [leading]: 'none' });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, PATH]);
    const next = await visitor.follow(saved);
    expect(next.text).toContain('role="status">The rules were saved.');
    expect([RULES, office, leading].map((name) => chosenIn(next, name))).toEqual(['de-arbzg', '', 'none']);
    const { body } = await ada.institution.client.get('/integration');
    expect(body.data.institution.settings.workingTimeRules).toBe('de-arbzg');
    await visitor.submit(PATH, { [RULES]: '', [office]: '', [leading]: '' });
    expect(
      (await ada.institution.client.get('/integration')).body.data.institution.settings.workingTimeRules,
    ).toBeNull();
    const events = async () => (await ada.institution.client.get('/events')).body.data as { type: string }[];
    await expect
      .poll(async () => (await events()).map(({ type }) => type).filter((type) => !/created$/.test(type)))
      .toEqual(['settings.updated', 'user_group.updated', 'settings.updated', 'user_group.updated']);
    expect(changesIn(await visitor.get('/console/audit'))).toContain('chose the rules of working time');
  });

  it('of two people at once: different fields are both saved, the same one is refused with the present value', async () => {
    const [office = '', leading = ''] = groups;
    const grace = await newAdministrator(system, { institution: ada.institution, name: 'Grace Hopper' });
    const colleague = await signedIn(system, grace);
    const none = { [RULES]: '', [office]: '', [leading]: '' };
    const mine = { ...hiddenIn(await visitor.get(PATH)), ...none, [office]: 'at-azg' };
    const again = { ...hiddenIn(await visitor.get(PATH)), ...none, [leading]: 'ch-arg' };
    await colleague.submit(PATH, { ...none, [leading]: 'nl-atw' });
    expect((await visitor.post(PATH, mine)).status).toBe(303);
    const refused = await visitor.post(PATH, again);
    expect(refused.status).toBe(409);
    expect(alertIn(refused)).toMatch(/Leading staff ?: now “Netherlands: Arbeidstijdenwet”/);
    const page = await visitor.get(PATH);
    expect([office, leading].map((name) => chosenIn(page, name))).toEqual(['at-azg', 'nl-atw']);
  });

  it('are refused beside their field when there are no such ones', async () => {
    const refused = await visitor.submit(PATH, { [RULES]: 'fr-code' });
    expect([refused.status, faultsIn(refused)]).toEqual([422, { [RULES]: 'Choose one of these.' }]);
  });

  it('of many groups are on pages by name', async () => {
    const more = Array.from({ length: 60 }, (_, n) => ({ ref: `g${n}`, name: `Team ${String(n).padStart(2, '0')}` }));
    await importRecords(ada.institution.operator, 'userGroups', more);
    const first = await visitor.get(PATH);
    const [, address = ''] = /id="next-page" href="([^"]+)"/.exec(first.text) ?? [];
    const second = address.replaceAll('&amp;', '&');
    const page = await visitor.get(second);
    const [, last = ''] = /<label for="([0-9a-f-]{36})">Team 30</.exec(page.text) ?? [];
    expect((await visitor.submit(second, { [last]: 'none' })).status).toBe(303);
    expect(chosenIn(await visitor.get(second), last)).toBe('none');
  });
});

describe('the calendar', () => {
  const previewed = async (file: string, kind = 'holiday') => {
    const sent = await visitor.upload(CALENDAR, file, { kind });
    expect(sent.status).toBe(303);
    const path = sent.headers.get('location') ?? '';
    return { path, page: await visitor.get(path) };
  };
  const countsIn = (page: Answer) => ['New', 'Changed', 'Unchanged', 'Faults'].map((label) => factIn(page, label));
  const days = async () =>
    ((await ada.institution.client.get('/calendar-days')).body.data as Record<string, string>[]).map(
      ({ name, from, to, kind }) => [name, from, to, kind].join(' '),
    );

  it('takes a file, shows what it would do, and does it after Import', async () => {
    const { path, page } = await previewed('name;from;to;kind\nÄpfel;24.12.2026;26.12.2026;\nBreak;2026-12-27;;closed');
    expect(countsIn(page)).toEqual(['2', '0', '0', '0']);
    expect(await days()).toEqual([]);
    const imported = await visitor.post(path, hiddenIn(page));
    expect([imported.status, imported.headers.get('location')]).toEqual([303, CALENDAR]);
    const list = await visitor.follow(imported);
    expect(list.text).toContain('role="status">The days were imported.');
    expect(rowsIn(list).slice(0, 2)).toEqual(['Äpfel', 'Break']);
    expect(await days()).toEqual(['Äpfel 2026-12-24 2026-12-26 holiday', 'Break 2026-12-27 2026-12-27 closed']);
    expect(changesIn(await visitor.get('/console/audit'))).toContain('imported 2 days of the calendar');
  });

  it('names the faults of a file, which has no Import', async () => {
    const { page } = await previewed(
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Sundays\nDTSTART:20261004\nRRULE:FREQ=WEEKLY\nEND:VEVENT',
    );
    expect(countsIn(page)).toEqual(['0', '0', '0', '1']);
    expect(words(page.text)).toContain('Repeats “Sundays”: give each of its days an event of its own.');
    expect(page.text).not.toMatch(/<button[^>]*>Import<\/button>/);
  });

  it.each([
    ['', 'holiday', { file: 'Choose a file that is not empty.' }],
    ['name,from\nA,2026-01-01', 'fair', { kind: 'Choose one of these.' }],
    ['name,from', 'holiday', { file: 'Has no rows with days below the names of the columns.' }],
  ])('refuses %j of kind %s beside the field', async (file, kind, faults) => {
    const refused = await visitor.upload(CALENDAR, file, { kind });
    expect([refused.status, faultsIn(refused)]).toEqual([422, faults]);
  });

  it('imports nothing when the days have changed since the preview, and shows the new one', async () => {
    const file = 'name,from,to\nA,2026-01-01,2026-01-02';
    const { path, page } = await previewed(file);
    const other = await previewed('name,from\nA,2026-01-01');
    await visitor.post(other.path, hiddenIn(other.page));
    const refused = await visitor.post(path, hiddenIn(page));
    expect([refused.status, countsIn(refused)]).toEqual([409, ['0', '1', '0', '0']]);
    expect(await days()).toEqual(['A 2026-01-01 2026-01-01 holiday']);
    expect((await visitor.post(path, hiddenIn(refused))).status).toBe(303);
    expect(await days()).toEqual(['A 2026-01-01 2026-01-02 holiday']);
  });

  it('loses one day at once, and all of an import after a question', async () => {
    const { path, page } = await previewed('name,from\nA,2026-01-01\nB,2026-01-02\nC,2026-01-03');
    await visitor.post(path, hiddenIn(page));
    const [, remove = ''] = /action="([^"]+\/remove)"/.exec((await visitor.get(CALENDAR)).text) ?? [];
    expect((await visitor.post(remove)).headers.get('location')).toBe(CALENDAR);
    expect(await days()).toEqual(['B 2026-01-02 2026-01-02 holiday', 'C 2026-01-03 2026-01-03 holiday']);
    const question = await visitor.get(`${path}/remove`);
    expect(words(question.text)).toContain('Remove 2 days?');
    await visitor.post(`${path}/remove`, hiddenIn(question));
    expect(await days()).toEqual([]);
    expect((await visitor.get(`${path}/remove`)).status).toBe(404);
    expect((await visitor.post(remove)).status).toBe(404);
    expect(changesIn(await visitor.get('/console/audit'))).toContain('removed a day of the calendar');
  });
});
