import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { newAdministrator, newLink, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { type Answer, hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { NOWHERE, newWebhook } from '../support/console/webhooks.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let ada: TestAdministrator;
let visitor: Visitor;
let colleague: Visitor;
beforeAll(async () => {
  system = await TestSystem.start();
});
beforeEach(async () => {
  ada = await newAdministrator(system);
  const grace = await newAdministrator(system, { institution: ada.institution, name: 'Grace Hopper' });
  [visitor, colleague] = await Promise.all([signedIn(system, ada), signedIn(system, grace)]);
});

const words = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
/** What an answer says in its alert. */
const alertIn = ({ text }: Answer) =>
  words(/<div class="message bad" role="alert".*?<\/div><\/div>/s.exec(text)?.[0] ?? '');
const valueIn = ({ text }: Answer, name: string) =>
  new RegExp(`<input [^>]*name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1];
/** A form as it stands on a page that was opened: what it carries, with other values in some fields. */
async function opened(path: string): Promise<(fields?: Record<string, string>) => Promise<Answer>> {
  const page = await visitor.get(path);
  return (fields = {}) => visitor.post(path, { ...hiddenIn(page), ...fields });
}
const auditOf = async (filter: string) => {
  const { text } = await visitor.get(`/console/audit?${filter}`);
  return text.split('<li><time').slice(1).map(words);
};

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

  it('keep what a colleague has changed meanwhile, and say who and what', async () => {
    const send = await opened(PATH);
    await colleague.submit(PATH, {
      ...FIELDS,
      'form-confirmed': '1',
      time_tracking_timezone: 'Asia/Tokyo',
      default_lesson_unit_name: 'Lesson',
    });
    const late = await send({
      ...FIELDS,
      default_lesson_unit_name: 'Period',
      default_lesson_unit_minutes: '50',
      scheduling_enabled: '',
    });
    expect(late.status).toBe(409);
    expect(alertIn(late)).toContain('Grace Hopper changed the settings');
    expect(alertIn(late)).toMatch(/Time zone : now “Asia\/Tokyo”/);
    expect(alertIn(late)).toMatch(/Lesson unit : now “Lesson”/);
    expect(alertIn(late)).not.toContain('Minutes');
    expect(valueIn(late, 'time_tracking_timezone')).toBe('Asia/Tokyo');
    expect(valueIn(late, 'default_lesson_unit_name')).toBe('Period');
    expect(valueIn(late, 'default_lesson_unit_minutes')).toBe('50');
    expect(late.text).not.toMatch(/name="scheduling_enabled"[^>]* checked/);
    expect(late.text).toMatch(/name="time_tracking_enabled"[^>]* checked/);
    expect(await stored()).toMatchObject({ timeTrackingTimezone: 'Asia/Tokyo', schedulingEnabled: true });

    const again = await visitor.post(PATH, {
      ...hiddenIn(late),
      ...{ ...FIELDS, time_tracking_timezone: 'Asia/Tokyo', scheduling_enabled: '', 'form-confirmed': '1' },
      ...{ default_lesson_unit_name: 'Period', default_lesson_unit_minutes: '50' },
    });
    expect(again.status).toBe(303);
    expect(await stored()).toMatchObject({
      timeTrackingTimezone: 'Asia/Tokyo',
      defaultLessonUnit: { name: 'Period', minutes: 50 },
      schedulingEnabled: false,
    });
    const [latest = ''] = await auditOf('kind=institution&who=administrator');
    expect(latest).toContain(ada.name);
    expect(latest).toContain('changed the settings');
    expect(latest).not.toContain('Time zone');
  });

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

  it('tell all that is wrong at once, and count it', async () => {
    const answer = await visitor.submit(PATH, {
      ...FIELDS,
      ...{ time_tracking_timezone: 'Berlin', user_code_format: 'NH-[0][0]', default_lesson_unit_minutes: '0' },
    });
    expect(answer.status).toBe(422);
    expect(alertIn(answer)).toMatch(
      /Nothing was saved: 3 fields need a change\..*Time zone : .*Code format : .*Minutes/,
    );
    const two = await visitor.submit(PATH, { ...FIELDS, time_tracking_timezone: 'Berlin', user_code_format: 'NH' });
    expect(alertIn(two)).toContain('2 fields need a change');
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
  it('keeps the address that a colleague has given it, and is neither deleted nor disabled unseen', async () => {
    const path = await newWebhook(visitor, NOWHERE, { description: 'CRM', 'types:room.created': '1' });
    const [change, remove, disable] = await Promise.all(
      ['change', 'delete', 'disable'].map((each) => opened(`${path}/${each}`)),
    );
    const url = 'http://127.0.0.1:9/moved';
    await colleague.submit(`${path}/change`, { url, description: 'CRM', 'types:room.created': '1' });
    const late = (await change?.({
      url: NOWHERE,
      description: 'Campus',
      'types:room.created': '1',
      'types:room.updated': '1',
    })) as Answer;
    expect([late.status, valueIn(late, 'url'), valueIn(late, 'description')]).toEqual([409, url, 'Campus']);
    expect(alertIn(late)).toMatch(/Grace Hopper changed this endpoint.*Address : now “http:\/\/127\.0\.0\.1:9\/moved”/);
    expect(late.text).toMatch(/name="types:room\.updated" checked/);
    for (const send of [remove, disable]) {
      const answer = (await send?.()) as Answer;
      expect([answer.status, alertIn(answer)]).toEqual([409, expect.stringContaining('moved')]);
    }
    const fields = { url, description: 'Campus', 'types:room.created': '1', 'types:room.updated': '1' };
    expect((await visitor.post(`${path}/change`, { ...hiddenIn(late), ...fields })).status).toBe(303);
    const page = await visitor.get(path);
    for (const text of [url, 'Campus', 'room.created, room.updated', 'Enabled']) expect(page.text).toContain(text);
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

  it('is renamed by one of two, and the other one is told', async () => {
    const [send, same] = [await opened(`${path}/rename`), await opened(`${path}/rename`)];
    await colleague.submit(`${path}/rename`, { name: 'Door 2' });
    const late = await send({ name: 'Door 3' });
    expect([late.status, valueIn(late, 'name')]).toEqual([409, 'Door 3']);
    expect(alertIn(late)).toMatch(/Grace Hopper changed this integration.*Name : now “Door 2”/);
    expect((await same({ name: 'Door 2' })).status).toBe(303);
    expect((await visitor.post(`${path}/rename`, { ...hiddenIn(late), name: 'Door 3' })).status).toBe(303);
    expect((await visitor.get(path)).text).toContain('<h1>Door 3</h1>');
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

  it.each([undefined, 'soon', '1.5', '86401'])(
    'whose old secret is to end in %s is not rotated',
    async (keepFormerSeconds) => {
      const send = await opened(`${path}/rotate`);
      const before = await secretsOf();
      const answer = await send(keepFormerSeconds === undefined ? {} : { keepFormerSeconds });
      expect(answer.status).toBe(422);
      expect(answer.text).toMatch(/id="keepFormerSeconds-fault">Choose one of these\./);
      expect(await secretsOf()).toEqual(before);
    },
  );

  it('shows a new secret once to a form that is sent eight times at once', async () => {
    const send = await opened(`${path}/rotate`);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({ keepFormerSeconds: '3600' })));
    expect(answers.filter(({ text }) => text.includes('Copy the secret now'))).toHaveLength(1);
    expect((await send({ keepFormerSeconds: '3600' })).text).toContain('You already submitted this form');
    expect(await secretsOf()).toHaveLength(2);
  });
});

describe('the provider', () => {
  const PATH = '/console/administrators/openid';
  const fields = { issuer: 'https://id.example.org', clientId: 'console', clientSecret: 'secret' };

  it('is set up by one of two, and changed and switched off by who has seen it', async () => {
    // Somebody can sign in without the provider.
    await newLink(ada);
    const first = await opened(PATH);
    await colleague.submit(PATH, { ...fields, issuer: 'https://other.example.org' });
    const late = await first(fields);
    expect([late.status, valueIn(late, 'issuer')]).toEqual([409, fields.issuer]);
    expect(alertIn(late)).toMatch(/Grace Hopper changed the provider.*Issuer : now “https:\/\/other\.example\.org”/);
    expect(late.text).not.toContain('value="secret"');

    const off = await opened(`${PATH}/switch-off`);
    await colleague.submit(PATH, { ...fields, clientId: 'other' });
    expect((await off()).status).toBe(409);
    expect((await visitor.submit(`${PATH}/switch-off`)).status).toBe(303);
  });

  it('is told all that is wrong with it at once', async () => {
    const answer = await visitor.submit(PATH, { issuer: 'nonsense', clientId: '', clientSecret: '' });
    expect([answer.status, alertIn(answer)]).toEqual([422, expect.stringContaining('3 fields need a change')]);
  });
});
