import { beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { faultsIn, words } from '../support/console/read-page.ts';
import type { Visitor } from '../support/console/visitor.ts';
import { query } from '../support/postgres/query.ts';
import { newUser } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const PATH = '/console/settings/retention';
const CONFIRMED = { 'form-confirmed': '1' };
const system = await TestSystem.start();
let ada: TestAdministrator;
let visitor: Visitor;
beforeEach(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
});

/** A person who was archived a year before. */
async function archivedPerson(name: string) {
  const { client } = ada.institution;
  const user = await newUser(client, { name });
  await client.patch(user.path, { isArchived: true }, { headers: { 'if-match': user.etag } });
  await query(
    system.databases.url('directory'),
    `UPDATE users SET archived_at = '2025-10-06T08:00:00Z' WHERE institution_id = $1 AND id = $2`,
    [ada.institution.id, user.id],
  );
  return user;
}
const preview = async (fields: Record<string, string>) => {
  const { text } = await visitor.get(`${PATH}?${new URLSearchParams({ 'form-key': 'x', ...fields })}`);
  return words(/<span id="preview".*?<\/span><\/span>/.exec(text)?.[0] ?? '').trim();
};

describe('Settings, Retention', () => {
  it('shows what typed values would let go on a day, and changes nothing', async () => {
    await archivedPerson('Long Gone');
    expect(await preview({})).toBe('nothing on 6 Oct 2026');
    expect(await preview({ retention_people_months: '12' })).toBe('1 person on 6 Oct 2026');
    expect(await preview({ retention_people_months: '12', on: '2026-10-05' })).toBe('nothing on 5 Oct 2026');
    expect(await preview({ retention_people_months: '12', on: '2027-01-01' })).toBe('1 person on 1 Jan 2027');
    expect(await preview({ retention_people_months: 'x' })).toBe('Type whole numbers to see what would go.');
    expect((await visitor.get(PATH)).text).toMatch(/name="retention_people_months"[^>]* value=""/);
  });

  it('asks with the numbers before it saves, and is audited', async () => {
    await archivedPerson('Long Gone');
    const typed = { retention_people_months: '12', retention_keep_hours_years: '2' };
    const question = await visitor.submit(PATH, typed);
    expect(words(question.text)).toMatch(/The first run takes 1 person on\s+6 Oct 2026/);
    const saved = await visitor.submit(PATH, { ...typed, ...CONFIRMED });
    expect(saved.headers.get('location')).toBe(PATH);
    const followed = await visitor.follow(saved);
    expect(followed.text).toContain('Retention was saved.');
    expect(followed.text).toMatch(/name="retention_people_months"[^>]* value="12"/);
    expect(words(followed.text)).toContain('Last changed by Ada Lindqvist');
    const audit = words((await visitor.get('/console/audit?kind=institution')).text);
    expect(audit).toContain('changed the settings');
    expect(words((await visitor.get('/console/settings')).text)).toContain('Retention');
  });

  it.each([
    [{ retention_people_months: '0' }, { retention_people_months: 'Must be a whole number from 1 to 1,200.' }],
    [{ retention_audit_years: '1.5' }, { retention_audit_years: expect.stringContaining('whole number') }],
    [
      { retention_hours_years: '1', retention_keep_hours_years: '2' },
      { retention_hours_years: 'Hours are kept for at least 2 years.' },
    ],
  ])('names the faults of %o', async (typed, faults) => {
    const answer = await visitor.submit(PATH, { ...typed, ...CONFIRMED });
    expect([answer.status, faultsIn(answer)]).toEqual([422, faults]);
  });
});

describe('a hold', () => {
  it('is set with a reason, shown on the person, and ended', async () => {
    const { id } = await archivedPerson('Held Person');
    const path = `/console/people/${id}`;
    expect((await visitor.get(path)).text).toContain(`href="${path}/hold"`);
    for (const reason of ['', ' ', 'x'.repeat(501)])
      expect(faultsIn(await visitor.submit(`${path}/hold`, { reason }))).toEqual({ reason: expect.any(String) });
    const held = await visitor.submit(`${path}/hold`, { reason: 'A lawsuit' });
    expect(held.headers.get('location')).toBe(path);
    const shown = await visitor.follow(held);
    expect(shown.text).toContain('The person is on hold.');
    expect(words(shown.text)).toMatch(/Reason\s+A lawsuit/);
    expect(await preview({ retention_people_months: '1' })).toBe('nothing on 6 Oct 2026');
    const ended = await visitor.submit(`${path}/end-hold`);
    expect((await visitor.follow(ended)).text).toContain('The hold has ended.');
    expect((await visitor.get(path)).text).not.toContain('A lawsuit');
    const audit = words((await visitor.get('/console/audit?kind=hold')).text);
    expect(audit).toContain('put Held Person on hold');
    expect(audit).toContain('ended the hold of Held Person');
  });
});
