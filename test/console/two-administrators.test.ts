import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { newAdministrator, newLink, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { oneOfEach } from '../support/console/one-of-each.ts';
import { alertIn, formOf, valueIn, words } from '../support/console/read-page.ts';
import { type Answer, hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { NOWHERE, newWebhook } from '../support/console/webhooks.ts';
import { TestSystem } from '../support/test-system.ts';

let ada: TestAdministrator;
let visitor: Visitor;
let colleague: Visitor;
const system = await TestSystem.start();
beforeEach(async () => {
  ada = await newAdministrator(system);
  const grace = await newAdministrator(system, { institution: ada.institution, name: 'Grace Hopper' });
  [visitor, colleague] = await Promise.all([signedIn(system, ada), signedIn(system, grace)]);
});

/** A form as it stands on a page that was opened: what it carries, with other values in some fields. */
async function opened(path: string): Promise<(fields?: Record<string, string>) => Promise<Answer>> {
  const page = await visitor.get(path);
  return (fields = {}) => visitor.post(path, { ...hiddenIn(page), ...fields });
}
const auditOf = async (filter: string) => {
  const { text } = await visitor.get(`/console/audit?${filter}`);
  return text.split('<li><time').slice(1).map(words);
};

describe('a form that a colleague has overtaken', () => {
  let addressOf: (path: string) => string;
  let school: TestAdministrator;
  beforeAll(async () => {
    school = await newAdministrator(system);
    addressOf = await oneOfEach(system, school, await signedIn(system, school), { name: 'Door 1' });
  });
  const client = { clientId: 'console', clientSecret: 'secret' };
  const [moved, picture] = ['http://127.0.0.1:9/moved', 'https://example.org'];
  const MINE_TOO = { default_lesson_unit_name: 'Period', default_lesson_unit_minutes: '50' };

  it.each([
    ['/integrations/{id}/rename', 'this integration', { name: 'Door 2' }, { name: 'Door 3' }, /Name ?: now “Door 2”/],
    ['/webhooks/{id}/change', 'this endpoint', { url: moved }, { description: 'Campus' }, /Address ?: now “.*moved”/],
    ['/people/{id}', 'this person', { code: 'C-77' }, { lastName: 'Li' }, /Code ?: now “C-77”/],
    ['/people/{id}', 'this person', { image: `${picture}/p` }, { image: `${picture}/q` }, /Picture ?: now “.*\/p”/],
    [
      ...(['/time-records/{id}', 'this record'] as const),
      ...[
        { start: '07:00', reason: 'The gate' },
        { end: '10:00', reason: 'The gate' },
      ],
      /Start ?: now “07:00”/,
    ],
    [
      ...(['/administrators/openid', 'the provider'] as const),
      ...[
        { ...client, issuer: 'https://other.example.org' },
        { ...client, issuer: 'https://id.example.org' },
      ],
      /Issuer ?: now “https:\/\/other\.example\.org”/,
    ],
    ['/settings', 'the settings', { time_tracking_timezone: 'Asia/Tokyo' }, MINE_TOO, /Time zone ?: now “Asia\/Tokyo”/],
  ] as const)('%s says who has changed %s, and loses nothing: %j and %j', async (path, what, theirs, mine, remark) => {
    ada = school;
    const grace = await newAdministrator(system, { institution: ada.institution, name: 'Grace Hopper' });
    [visitor, colleague] = await Promise.all([signedIn(system, ada), signedIn(system, grace)]);
    const address = addressOf(path);
    const send = async (by: Visitor, page: Answer, fields: Record<string, string>) =>
      by.post(address, { ...formOf(page), ...fields, 'form-confirmed': '1' });
    const page = await visitor.get(address);
    expect(await send(colleague, await colleague.get(address), theirs)).toMatchObject({ status: 303 });
    const late = await send(visitor, page, mine);
    expect([late.status, alertIn(late)]).toEqual([409, expect.stringMatching(`Grace Hopper changed ${what}`)]);
    expect(alertIn(late)).toMatch(remark);
    const both = Object.entries({ ...theirs, ...mine }).filter(
      ([name]) => name !== 'clientSecret' && name !== 'reason',
    );
    expect(both.map(([name]) => [name, valueIn(late, name)])).toEqual(both);
    expect(late.text).not.toContain('value="secret"');
    const stored = await visitor.get(address);
    for (const [name, value] of Object.entries(theirs))
      if (name !== 'clientSecret' && name !== 'reason') expect(valueIn(stored, name)).toBe(value);

    expect(await send(visitor, late, mine)).toMatchObject({ status: 303 });
    const { 'form-key': _key, 'form-opened': _opened, ...fields } = formOf(page);
    expect(formOf(await visitor.get(address))).toMatchObject({ ...fields, ...Object.fromEntries(both) });
    // What only the colleague has changed is no change of mine.
    const [label = ''] = remark.source.split(' ?:');
    const [latest = ''] = await auditOf(`who=administrator:${ada.userId}`);
    if (!Object.keys(theirs).some((name) => name in mine)) expect(latest).not.toContain(`${label} before`);
  });
});

describe('the settings', () => {
  const PATH = '/console/settings';
  const FIELDS = {
    time_tracking_timezone: '',
    user_code_format: '',
    default_lesson_unit_name: 'Unit',
    default_lesson_unit_minutes: '45',
    time_tracking_enabled: '1',
    scheduling_enabled: '1',
  };
  const stored = async () =>
    (await ada.institution.operator(InstitutionService.method.getInstitution, {})).institution?.settings;

  it('are saved without a change if a colleague has made the same, or nothing was changed', async () => {
    const [send, idle] = [await opened(PATH), await opened(PATH)];
    await colleague.submit(PATH, { ...FIELDS, default_lesson_unit_name: 'Lesson' });
    const records = (await auditOf('kind=institution')).length;
    for (const save of [() => send({ ...FIELDS, default_lesson_unit_name: 'Lesson' }), () => idle(FIELDS)])
      expect((await visitor.follow(await save())).text).toContain('The settings were saved.');
    expect(await auditOf('kind=institution')).toHaveLength(records);
  });

  it('lose nothing to ten forms that are sent at once', async () => {
    const forms = await Promise.all(Array.from({ length: 10 }, () => opened(PATH)));
    const sent = await Promise.all(
      forms.map((send, index) => send({ ...FIELDS, default_lesson_unit_name: `Unit ${index}` })),
    );
    const statuses = sent.map(({ status }) => status).sort();
    expect(statuses).toEqual([303, ...Array.from({ length: 9 }, () => 409)]);
    const winner = sent.findIndex(({ status }) => status === 303);
    expect((await stored())?.defaultLessonUnit?.name).toBe(`Unit ${winner}`);
  });

  it('of a form that does not say what it was opened with are not written', async () => {
    for (const stale of [
      {},
      { 'form-opened': 'nonsense' },
      { 'form-opened': Buffer.from('{"revision":1}').toString('base64url') },
    ]) {
      const answer = await visitor.post(PATH, { ...FIELDS, default_lesson_unit_name: 'Lesson', ...stale });
      expect([answer.status, valueIn(answer, 'default_lesson_unit_name')]).toEqual([409, 'Lesson']);
    }
    expect((await stored())?.defaultLessonUnit?.name).toBe('Unit');
  });
});

describe('a webhook', () => {
  it('that a colleague has moved is neither deleted nor disabled unseen', async () => {
    const path = await newWebhook(visitor, NOWHERE);
    const forms = await Promise.all(['delete', 'disable'].map((each) => opened(`${path}/${each}`)));
    await colleague.submit(`${path}/change`, { url: 'http://127.0.0.1:9/moved' });
    for (const send of forms) {
      const answer = await send();
      expect([answer.status, alertIn(answer)]).toEqual([409, expect.stringContaining('moved')]);
    }
    expect((await visitor.get(path)).text).toContain('>Disable<');
  });

  it('gets one new secret from two who rotate it at once', async () => {
    const path = await newWebhook(visitor, NOWHERE);
    const forms = await Promise.all([opened(`${path}/rotate`), opened(`${path}/rotate`)]);
    const sent = await Promise.all(forms.map((send) => send()));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('an integration', () => {
  let path: string;
  const secretsOf = async () => {
    const { integrations } = await ada.institution.operator(IntegrationService.method.listIntegrations, {});
    return integrations.find(({ id }) => path.endsWith(id))?.secrets.map(({ hint }) => hint) ?? [];
  };
  beforeEach(async () => {
    const created = await visitor.submit('/console/integrations/new', { name: 'Door 1' });
    path = /href="(\/console\/integrations\/[0-9a-f-]+)">Open integration/.exec(created.text)?.[1] ?? '';
  });

  it('is renamed alike by two', async () => {
    const same = await opened(`${path}/rename`);
    await colleague.submit(`${path}/rename`, { name: 'Door 2' });
    expect((await same({ name: 'Door 2' })).status).toBe(303);
  });

  it('keeps the secret that a colleague has made, whatever a form says that was opened before', async () => {
    const rotate = await opened(`${path}/rotate`);
    await colleague.submit(`${path}/rotate`, { keepFormerSeconds: '3600' });
    const two = await secretsOf();
    const page = await visitor.get(path);
    const endPath = /href="([^"]+\/end-old-secret[^"]*)"/.exec(page.text)?.[1] ?? '';
    const end = await opened(endPath);
    expect((await visitor.get(endPath)).text).toMatch(
      /created <time datetime="2026-10-05T08:00:00.000Z"[^>]*>5 Oct 2026, 08:00</,
    );

    const late = await rotate({ keepFormerSeconds: '604800' });
    expect(late.status).toBe(409);
    expect(alertIn(late)).toMatch(/Grace Hopper changed this integration.*Present secret: now created 5 Oct 2026/);
    expect(await secretsOf()).toEqual(two);

    await colleague.submit(`${path}/rotate`, { keepFormerSeconds: '3600' });
    const before = await secretsOf();
    const stale = await end();
    expect([stale.status, alertIn(stale)]).toEqual([409, expect.stringContaining('Grace Hopper')]);
    expect(await secretsOf()).toEqual(before);
  });

  it('is deactivated by one of two, and the other one is told nothing', async () => {
    const send = await opened(`${path}/deactivate`);
    await colleague.submit(`${path}/deactivate`);
    const records = (await auditOf('kind=integration')).length;
    expect((await visitor.follow(await send())).text).toContain('The integration was deactivated.');
    expect(await auditOf('kind=integration')).toHaveLength(records);
    const late = await opened(`${path}/reactivate`);
    await colleague.submit(`${path}/rename`, { name: 'Wrong door' });
    const refused = await late();
    expect([refused.status, alertIn(refused)]).toEqual([409, expect.stringContaining('“Wrong door”')]);
  });

  it('shows a new secret once to a form that is sent eight times at once', async () => {
    const send = await opened(`${path}/rotate`);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({ keepFormerSeconds: '3600' })));
    expect(answers.filter(({ text }) => text.includes('Copy the secret now'))).toHaveLength(1);
    expect((await send({ keepFormerSeconds: '3600' })).text).toContain('You already submitted this form');
    expect(await secretsOf()).toHaveLength(2);
  });
});

it('the provider is switched off by who has seen what it is', async () => {
  const PATH = '/console/administrators/openid';
  const fields = { issuer: 'https://id.example.org', clientId: 'console', clientSecret: 'secret' };
  // Somebody can sign in without the provider.
  await newLink(ada);
  await colleague.submit(PATH, fields);
  const off = await opened(`${PATH}/switch-off`);
  await colleague.submit(PATH, { ...fields, clientId: 'other' });
  expect((await off()).status).toBe(409);
  expect((await visitor.submit(`${PATH}/switch-off`)).status).toBe(303);
});
