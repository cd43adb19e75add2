import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { changesIn, words } from '../support/console/read-page.ts';
import { type Answer, hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { query } from '../support/postgres/query.ts';
import { newUser } from '../support/test-directory.ts';
import { scimUser, TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());
const ada = await newAdministrator(system);
const { client, id: institutionId } = ada.institution;
let visitor: Visitor = await signedIn(system, ada);

const DAY_MS = 86_400_000;
const archive = (id: string, isArchived = true) => client.patch(`/users/${id}`, { isArchived }, { ifMatch: '*' });
async function person(body: object = {}, isArchived = true) {
  const { id } = await newUser(client, body);
  if (isArchived) expect(await archive(id)).toMatchObject({ status: 200 });
  return { id, page: `/console/people/${id}`, erase: `/console/people/${id}/erase` };
}
/** Both steps of an erasure. */
async function plan({ erase }: { readonly erase: string }, typed: Record<string, string> = {}): Promise<Answer> {
  const asked = await visitor.submit(erase, typed);
  return visitor.post(erase, hiddenIn(asked));
}
const mainOf = ({ text }: Answer) => words(/<main[^>]*>(.*)<\/main>/s.exec(text)?.[1] ?? '');
const buttonsIn = ({ text }: Answer) =>
  [...text.matchAll(/<button class="button[^>]*>(.*?)<\/button>/g)].map(([, each = '']) => words(each).trim());
const attention = async () => mainOf(await visitor.get('/console/'));
const directory = system.databases.url('directory');

describe('the plan', () => {
  it('says what goes and what stays, and leads to records of others that may name the person', async () => {
    const name = `Xenia Quill ${randomUUID()}`;
    const { id, erase } = await person({ name, code: randomUUID() }, false);
    const other = await newUser(client);
    const log = { startTime: '2026-10-01T06:00:00Z', endTime: '2026-10-01T07:00:00Z' };
    const own = await client.post('/time-tracking/logs', { userId: id, ...log, note: `Own note of ${name}` });
    const foreign = await client.post('/time-tracking/logs', {
      ...{ userId: other.id, ...log, note: `Stood in for ${name.toUpperCase()}` },
    });
    expect([own.status, foreign.status]).toEqual([201, 201]);
    await archive(id);
    const page = await visitor.get(erase);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`href="/console/time-records/${foreign.body.data.id}"`);
    expect(page.text).not.toContain(own.body.data.id);
    expect(mainOf(page)).toMatch(/The person’s record 1 names and codes, email address, picture –/);
    expect(mainOf(page)).toMatch(/Time records 1 notes and other texts hours and dates, without a name/);
    expect(mainOf(page)).toContain('7 days');
    expect(buttonsIn(page)).toContain('Erase');
  });

  it.each([
    ['active', async () => person({}, false), 'Archive the person'],
    [
      'clocked in',
      async () => {
        const made = await person({}, false);
        const session = await client.post('/time-tracking/sessions/start', { userId: made.id });
        await archive(made.id);
        return { ...made, link: `/console/time-records/${session.body.data.id}/end` };
      },
      'End session',
    ],
    [
      'an administrator',
      async () => {
        const made = await person();
        await makeAdministrator(made.id);
        return made;
      },
      'Remove the administrator',
    ],
  ])('of a person who is %s says so, and no form erases them', async (words, make, reason) => {
    const made: Awaited<ReturnType<typeof person>> & { readonly link?: string } = await make();
    const page = await visitor.get(made.erase);
    expect([page.status, mainOf(page)]).toEqual([200, expect.stringContaining(reason)]);
    expect(mainOf(page)).toContain(words);
    if (made.link !== undefined) expect(page.text).toContain(`href="${made.link}"`);
    expect(buttonsIn(page).filter((each) => /^(Erase|Confirm)$/.test(each))).toEqual([]);
    for (const fields of [{}, { 'form-confirmed': '1' }]) {
      const answer = await visitor.post(made.erase, {
        ...hiddenIn(await visitor.get('/console/people/add')),
        ...fields,
      });
      expect([answer.status, mainOf(answer)]).toEqual([409, expect.stringContaining(reason)]);
    }
    expect(await query(directory, 'SELECT FROM erasures WHERE user_id = $1', [made.id])).toEqual([]);
  });
});

describe('an erasure', () => {
  it('is planned in two steps, once, and can be taken back', async () => {
    const gone = await person({ name: 'Gone Tomorrow' });
    const asked = await visitor.submit(gone.erase, { withHours: '1' });
    expect([asked.status, buttonsIn(asked)]).toEqual([200, expect.arrayContaining(['Confirm'])]);
    expect(await query(directory, 'SELECT FROM erasures WHERE user_id = $1', [gone.id])).toEqual([]);
    const sent = await Promise.all([1, 2].map(() => visitor.post(gone.erase, hiddenIn(asked))));
    expect(sent.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [303, gone.page],
      [303, gone.page],
    ]);
    const page = await visitor.get(gone.page);
    expect(page.text).toMatch(/Will be erased on <time datetime="2026-10-12T08:00:00.000Z"/);
    expect(mainOf(page)).toContain('with hours');
    expect(buttonsIn(page)).toContain('Take back');
    expect((await visitor.get(gone.erase)).headers.get('location')).toBe(gone.page);
    const email = (await client.get(`/users/${gone.id}`)).body.data.email;
    expect(await client.post('/users', { email, name: 'Again' })).toMatchObject({ status: 409 });

    for (const _ of [1, 2]) expect(await visitor.post(`${gone.page}/take-back`)).toMatchObject({ status: 303 });
    expect((await visitor.get(gone.page)).text).not.toContain('Will be erased on');
    const changes = changesIn(await visitor.get(`/console/audit?record=${gone.id}`));
    expect(changes.filter((each) => /eras/.test(each ?? ''))).toEqual([
      expect.stringContaining('took back the erasure of'),
      expect.stringContaining('planned to erase'),
    ]);
  });

  it('ends when the person comes back, in whatever way, and Needs attention says so', async () => {
    const sync = await TestSync.create(system, ada.institution);
    const ways: Readonly<Record<string, (id: string, email: string) => Promise<unknown>>> = {
      API: (id) => archive(id, false),
      SCIM: (_, email) => sync.send('POST', '/Users', scimUser({ userName: email })),
      CSV: async (_, email) => {
        const preview = await visitor.upload(
          '/console/people/import',
          `email,name,archived\r\n${email},Back by CSV,no`,
        );
        const path = preview.headers.get('location') ?? '';
        return visitor.post(path, hiddenIn(await visitor.get(path)));
      },
      console: (id) => visitor.post(`/console/people/${id}/bring-back`),
    };
    for (const [way, comeBack] of Object.entries(ways)) {
      const back = await person({ name: `Back by ${way}` });
      expect(await plan(back)).toMatchObject({ status: 303 });
      await comeBack(back.id, (await client.get(`/users/${back.id}`)).body.data.email);
      expect([way, (await client.get(`/users/${back.id}`)).body.data.isArchived]).toEqual([way, false]);
      const item = await until(`the end of the plan by ${way}`, async () =>
        (await visitor.get('/console/')).text.includes(`href="/console/people/${back.id}"`),
      );
      expect(item).toBe(true);
      expect((await visitor.get(back.page)).text).not.toContain('Will be erased on');
    }
    expect(await attention()).toMatch(/Back by API was not erased: the person came back/);
  });

  it('is not carried out for somebody who has become what cannot be erased, and Needs attention says so', async () => {
    const [administrator, clocked, gone] = [
      await person(),
      await person({}, false),
      await person({ name: 'Soon Gone' }),
    ];
    const log = { startTime: '2026-10-05T05:00:00Z', endTime: '2026-10-05T06:00:00Z' };
    expect(await client.post('/time-tracking/logs', { userId: clocked.id, ...log })).toMatchObject({ status: 201 });
    await archive(clocked.id);
    for (const each of [administrator, clocked, gone]) expect(await plan(each)).toMatchObject({ status: 303 });
    await makeAdministrator(administrator.id);
    await query(system.databases.url('timetracking'), 'UPDATE time_records SET end_time = NULL WHERE user_id = $1', [
      clocked.id,
    ]);
    system.clock.advance(7 * DAY_MS + 1_000);
    visitor = await signedIn(system, ada);
    const page = await until('the erasure', async () => {
      const found = await visitor.get(gone.page);
      return /<h1>Erased person/.test(found.text) ? found : null;
    });
    expect(mainOf(page)).toContain('Erased on');
    expect(mainOf(page)).not.toContain('Soon Gone');
    expect(buttonsIn(page).filter((each) => /Save|Erase|Take back|Hand over/.test(each))).toEqual([]);
    expect(page.text).not.toContain(`action="${gone.page}`);
    const again = await visitor.post(gone.erase, { 'form-confirmed': '1' });
    expect([again.status, mainOf(again)]).toEqual([409, expect.stringContaining('was erased on')]);
    const changed = await visitor.post(gone.page, { name: 'Somebody', email: 'somebody@example.org' });
    expect(changed.status).toBe(409);

    await until('the ends', async () => /was an administrator/.test(await attention()));
    expect(await attention()).toMatch(/was not erased: the person was clocked in/);
    for (const { id } of [administrator, clocked])
      expect((await client.get(`/users/${id}`)).body.data).toMatchObject({ erasedAt: null });
  });
});

/** Whom no request makes one: archived people are none. */
async function makeAdministrator(userId: string): Promise<void> {
  const insert = 'INSERT INTO administrators (institution_id, id, created_at, revision) VALUES ($1, $2, now(), $2)';
  await query(system.databases.url('identity'), insert, [institutionId, userId]);
}
