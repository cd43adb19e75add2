import { describe, expect, it } from 'vitest';
import { screens } from '../../console/screens/screens.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { oneOfEach } from '../support/console/one-of-each.ts';
import {
  alertIn,
  changesIn,
  chosenIn,
  faultsIn,
  formOf,
  HOSTILE,
  rowsIn,
  valueIn,
} from '../support/console/read-page.ts';
import { hiddenIn, shown } from '../support/console/visitor.ts';
import { NOWHERE } from '../support/console/webhooks.ts';
import { TestSystem } from '../support/test-system.ts';

/** What everybody has changed so far. */
const changes = async () => changesIn(await visitor.get('/console/audit'));
const system = await TestSystem.start();
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada, system.consoleUrl.replace('127.0.0.1', 'localhost'));
const addressOf: (path: string) => string = await oneOfEach(system, ada, visitor);
const before: unknown = await changes();

const text = expect.any(String);
const like = (pattern: RegExp | string) => expect.stringMatching(pattern);

/** The script asks for the name of a passkey, files and email have tests of their own, and empty forms say less. */
const OTHERS = [
  ...['/account', '/people/import', '/account/problem-email', '/time-records/add', '/administrators/openid'],
  '/settings/working-time/calendar',
];
const forms = screens.filter(
  ({ view, submit, isPublic, path }) => view && submit && !isPublic && !OTHERS.includes(path),
);

it.each(forms)(
  '$path enforces what its form says: fields that are required, and how much they take',
  async ({ path }) => {
    const address = addressOf(path);
    const page = await visitor.get(address);
    const fields = { ...formOf(page), ...chosenIn(page) };
    const inputs = page.text.matchAll(/<(?:input type="(?!hidden)|textarea )[^>]*>/g);
    for (const [input] of inputs) {
      const [, name = ''] = / name="([^"]+)"/.exec(input) ?? [];
      // It is tried, and not saved.
      if (name === 'example') continue;
      const [, most] = / maxlength="(\d+)"/.exec(input) ?? [];
      const wrong = [
        ...(/ required/.test(input) ? [''] : []),
        ...(most === undefined ? [] : ['x'.repeat(Number(most) + 1)]),
      ];
      for (const value of wrong) {
        const answer = await visitor.post(address, { ...fields, [name]: value });
        expect([name, answer.status, faultsIn(answer)]).toEqual([name, 422, expect.objectContaining({ [name]: text })]);
      }
    }
  },
);

const SETTINGS = '/settings';
const NEW_WEBHOOK = '/webhooks/new';
const ROTATE = '/integrations/{id}/rotate';
const OPENID = '/administrators/openid';
const CLIENT = { clientId: 'console', clientSecret: 'typed-and-not-shown' };
const FORMS: readonly (readonly [path: string, typed: Record<string, string>, faults: Record<string, unknown>])[] = [
  ['/administrators', { email: 'nobody@example.org' }, { email: like(/\w.*\.$/) }],
  ['/integrations/new', { name: 'a\0b' }, { name: 'Must not hold a NUL character.' }],
  ['/calendar-feeds/new/{of}/{id}', { name: '   ' }, { name: 'Fill this in.' }],
  ...([undefined, 'soon', '1.5', '86401'] as const).map(
    (typed) =>
      [
        ROTATE,
        typed === undefined ? {} : { keepFormerSeconds: typed },
        { keepFormerSeconds: 'Choose one of these.' },
      ] as const,
  ),
  [NEW_WEBHOOK, { url: 'campus.example' }, { url: 'Must be an absolute URL.' }],
  [NEW_WEBHOOK, { url: 'ftp://campus.example' }, { url: like(/^Must begin with /) }],
  [NEW_WEBHOOK, { url: 'https://ada:secret@campus.example' }, { url: 'Must hold no user name or password.' }],
  [NEW_WEBHOOK, { url: `https://campus.example/${'x'.repeat(2_048)}` }, { url: like(/2048/) }],
  [NEW_WEBHOOK, { url: NOWHERE, 'types:dragon.hatched': '1' }, { types: 'Is not a known event type.' }],
  ['/webhooks/{id}/change', { url: 'nowhere', 'types:room.updated': '1' }, { url: 'Must be an absolute URL.' }],
  [OPENID, { issuer: 'nonsense' }, { issuer: text, clientId: text, clientSecret: text }],
  [OPENID, { issuer: 'https://evil.example', clientId: 'console' }, { clientSecret: text }],
  [OPENID, { issuer: 'https://id.example/?x', ...CLIENT }, { issuer: text }],
  ['/people/add', { email: 'nonsense' }, { email: text }],
  ['/people/add', { email: 'nameless@example.org' }, { name: text }],
  ['/people/{id}', { name: '', email: '' }, { email: text, name: text }],
  ['/time-records/add', { person: 'nobody', start: '', end: 'soon' }, { person: text, start: text, end: text }],
  [
    SETTINGS,
    { time_tracking_timezone: 'Mars/Olympus' },
    { time_tracking_timezone: 'Must be the name of an IANA time zone.' },
  ],
  [SETTINGS, { user_code_format: 'NH' }, { user_code_format: 'Has no bracket token such as [0].' }],
  [SETTINGS, { user_code_format: '[0][0]' }, { user_code_format: 'Has fewer than four bracket tokens.' }],
  [SETTINGS, { user_code_format: `${'x'.repeat(300)}[0][0][0][0]` }, { user_code_format: like(/255/) }],
  [SETTINGS, { default_lesson_unit_name: 'x'.repeat(256) }, { default_lesson_unit_name: like(/255/) }],
  [SETTINGS, { default_lesson_unit_minutes: '0' }, { default_lesson_unit_minutes: like(/greater than 0/) }],
  [SETTINGS, { default_lesson_unit_minutes: '1441' }, { default_lesson_unit_minutes: like(/1440/) }],
  [SETTINGS, { default_lesson_unit_minutes: 'many' }, { default_lesson_unit_minutes: text }],
  [
    SETTINGS,
    { time_tracking_timezone: 'Berlin', user_code_format: 'NH-[0][0]', default_lesson_unit_minutes: '0' },
    { time_tracking_timezone: text, user_code_format: text, default_lesson_unit_minutes: text },
  ],
];

describe('a form', () => {
  it.each(FORMS)(
    '%s with %j says beside each field what is wrong, and keeps what was typed',
    async (path, typed, faults) => {
      const address = addressOf(path);
      const answer = await visitor.post(address, { ...formOf(await visitor.get(address)), ...typed });
      expect([answer.status, faultsIn(answer)]).toEqual([422, faults]);
      const names = Object.keys(faults);
      expect(alertIn(answer)).toContain(
        names.length === 1 ? 'one field needs' : `${names.length} fields need a change`,
      );
      for (const name of names) {
        expect(answer.text).toMatch(
          new RegExp(`id="${name}"[^>]* aria-describedby="${name}-fault( ${name}-help)?" aria-invalid="true"`),
        );
        expect(answer.text).toContain(`<a href="#${name}">`);
      }
      for (const [name, value] of Object.entries(typed))
        if (!/secret/i.test(name)) expect(valueIn(answer, name) ?? value).toBe(value.trim());
        else expect(answer.text).not.toContain(value);
    },
  );
});

it('no form with a fault has saved anything', async () => {
  expect(await changes()).toEqual(before);
});

const YEAR = 'from=2026-10-01&to=2027-10-02';
const DAYS = 'from=2026-10-01&to=2026-10-02';
const FILTERS: readonly (readonly [address: string, name: string, fault: RegExp])[] = [
  ['audit?from=nonsense', 'from', /^A date and a time of day\.$/],
  ['audit?to=2026-02-30T10:00', 'to', /^A date and a time of day\.$/],
  ['audit?from=2026-10-05T09:00&to=2026-10-05T09:00', 'to', /^Must be later than From\.$/],
  ['audit?from=0001-01-01T00:00', 'from', /^Must be in the years 1970 to 9998\.$/],
  [`audit?record=${'x'.repeat(65)}`, 'record', /64/],
  ['audit?who=nobody:x', 'who', /./],
  ['requests?from=nonsense', 'from', /^A date and a time of day\.$/],
  ['requests?status=9', 'status', /^A status or a class, such as 404 or 4xx\.$/],
  [`requests?route=${'x'.repeat(2_000)}`, 'route', /1000/],
  [`events?resourceId=${'x'.repeat(2_000)}`, 'resourceId', /./],
  [`events?type=${'x'.repeat(2_000)}`, 'type', /./],
  ['events?type=dragon.hatched', 'type', /./],
  ['events?resource=dragon', 'resource', /./],
  ['people?state=other', 'state', /./],
  ['webhooks/{id}?status=lost', 'status', /./],
  [`time-records?${YEAR}`, 'to', /At most 366 days/],
  ['time-records?from=2026-10-02&to=2026-10-01', 'to', /Must not be before From/],
  ['time-records?from=2026-02-30&to=2026-10-01', 'from', /date such as/],
  [`time-records?${DAYS}&person=nobody`, 'person', /Nobody has/],
  [`time-records?${DAYS}&show=x`, 'show', /Choose/],
];

describe('a list', () => {
  const listOf = (address: string) => {
    const [path = '', query = ''] = address.split('?');
    return `${addressOf(`/${path}`)}?${query}`;
  };

  it.each(FILTERS)(
    '%.50s says beside %s what is wrong with it, and shows nothing as its answer',
    async (address, name, fault) => {
      const answer = await visitor.get(listOf(address));
      expect([answer.status, faultsIn(answer)]).toEqual([422, { [name]: like(fault) }]);
      expect(answer.text).toContain('Nothing to show');
      if (!address.startsWith('time-records')) return;
      const file = await visitor.get(listOf(address.replace('?', '/export?')));
      expect([file.status, alertIn(file)]).toEqual([422, like(fault.source.replace(/^\^|\$$/g, ''))]);
    },
  );

  it.each([
    ['audit', ['x', '2026_1_1', "2026-10-05T08:00:00.000Z_9_1' OR 1=1", '_0_0']],
    ['requests', ['x', '~', 'a~b', '2026-10-05T05:00:00.000Z~x', HOSTILE]],
    ['events', ['x', '-1', '1e9', '9999999999999999']],
    ['people', ['x~y']],
    ['calendar-feeds', ['x']],
    ['webhooks/{id}', ['x', '2026~y']],
  ])('%s refuses a place that no page has', async (list, cursors) => {
    for (const cursor of cursors) {
      const { status } = await visitor.get(listOf(`${list}?${new URLSearchParams({ cursor })}`));
      expect([cursor, status]).toEqual([cursor, 400]);
    }
  });
});

describe('a form that is sent eight times at once', () => {
  it.each([
    ['/integrations/new', { name: 'Twice' }, 'Client secret', 'integrations'],
    ['/integrations/directory-sync', { name: 'Twice' }, 'Bearer token', 'integrations/directory-sync'],
    ['/calendar-feeds/new/{of}/{id}', { name: 'Twice', role: '' }, 'Address', 'calendar-feeds'],
    ['/webhooks/new', { url: NOWHERE, description: 'Twice' }, 'Signing secret', 'webhooks'],
    ['/people/add', { email: 'twice@example.org', name: 'Twice' }, '', 'people?search=twice'],
  ])('%s creates one record, and shows what is secret once', async (path, typed, label, list) => {
    const address = addressOf(path);
    const fields = { ...hiddenIn(await visitor.get(address)), ...typed };
    const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.post(address, fields)));
    expect(answers.filter(({ status }) => ![200, 303, 503].includes(status))).toEqual([]);
    expect(rowsIn(await visitor.get(`/console/${list}`)).filter((name) => name === 'Twice')).toHaveLength(1);
    if (label === '') return;
    expect(answers.filter((each) => shown(each, label) !== '')).toHaveLength(1);
    const again = await visitor.post(address, fields);
    expect([shown(again, label), again.text]).toEqual(['', expect.stringContaining('You already submitted this form')]);
  });
});
