import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screens } from '../../console/screens/screens.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { KeptFormService } from '../../proto/gen/lyceum/identity/v1/kept_form_pb.ts';
import { newAdministrator, newLink, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { oneOfEach } from '../support/console/one-of-each.ts';
import { type Answer, hiddenIn, Visitor } from '../support/console/visitor.ts';
import { TestOpenIdProvider } from '../support/identity/test-openid-provider.ts';
import { query } from '../support/postgres/query.ts';
import { TestSystem } from '../support/test-system.ts';

const FORM = '/console/integrations/new';
const MINUTE = 60_000;
const FORMS = 'lyceum-console-forms';
const HERE_AGAIN = 'What you typed is here again';

// With a mail server, which nobody is to reach, there is a form about email.
const system = await TestSystem.start({ platform: 'own', smtpUrl: 'smtp://127.0.0.1:9' });
const provider = await TestOpenIdProvider.start(`${system.consoleUrl}/console/openid`);
const ada = await newAdministrator(system, { institution: await system.newInstitution('kept-forms') });
const bo = await newAdministrator(system, { institution: ada.institution, name: 'Bo Larsen' });
afterAll(() => Promise.all([provider.stop(), system.stop()]));

const locationOf = ({ headers }: Answer) => headers.get('location') ?? '';
const endElsewhere = async (administrator: TestAdministrator) =>
  (await signedIn(system, administrator)).submit('/console/account/sessions/end-all');
const signIn = async (visitor: Visitor, administrator: TestAdministrator) => visitor.post(await newLink(administrator));

/** A browser whose session ends while somebody types a name. */
async function typed(name: string, { of = ada, path = FORM } = {}): Promise<{ visitor: Visitor; answer: Answer }> {
  const visitor = await signedIn(system, of);
  const form = hiddenIn(await visitor.get(path));
  await endElsewhere(of);
  return { visitor, answer: await visitor.post(path, { ...form, name }) };
}

describe('a form that is sent after its session has ended', () => {
  it('is answered by the sign-in page, which says so, and stands there again after signing in, once', async () => {
    const { visitor, answer } = await typed('HR "export"');
    expect([answer.status, locationOf(answer)]).toEqual([303, `/console/sign-in?next=${encodeURIComponent(FORM)}`]);
    const page = await visitor.follow(answer);
    expect(page.text).toMatch(/role="status">Your session had ended, so nothing was saved\. Sign in/);
    const entered = await signIn(visitor, ada);
    expect(locationOf(entered)).toBe(FORM);
    const filled = await visitor.follow(entered);
    expect(filled).toMatchObject({ status: 200, text: expect.stringContaining('value="HR &quot;export&quot;"') });
    expect(filled.text).toMatch(new RegExp(`role="status">[^<]*${HERE_AGAIN}`));
    expect((await visitor.get(FORM)).text).not.toContain('HR &quot;export');

    const sent = await visitor.post(FORM, { ...hiddenIn(filled), name: 'HR export' });
    expect(sent).toMatchObject({ status: 200, text: expect.stringContaining('Client secret') });
  });

  it('stands there again after signing in at the institution’s provider', async () => {
    const setting = await signedIn(system, ada);
    const { clientId, clientSecret } = TestOpenIdProvider.client;
    await setting.submit('/console/administrators/openid', { issuer: provider.issuer, clientId, clientSecret });
    provider.claims = { email: ada.email, email_verified: true };
    const { visitor } = await typed('By the provider');
    const begun = await visitor.get('/console/sign-in/kept-forms?with=openid', { 'sec-fetch-site': 'same-origin' });
    const callback = await provider.visit(locationOf(begun));
    const entered = await visitor.get(callback.slice(system.consoleUrl.length));
    expect(locationOf(entered)).toBe(FORM);
    expect((await visitor.follow(entered)).text).toContain('value="By the provider"');
  });

  it('is kept when the session was ended by Sign out in another tab, or has expired, and its cookie with it', async () => {
    const visitor = await signedIn(system, ada);
    const form = hiddenIn(await visitor.get(FORM));
    await visitor.post('/console/sign-out');
    expect([...visitor.cookies.keys()].sort()).toEqual([FORMS, 'lyceum-console-message']);
    await visitor.post(FORM, { ...form, name: 'From the other tab' });
    expect((await visitor.follow(await signIn(visitor, ada))).text).toContain('value="From the other tab"');

    const idle = await signedIn(system, ada);
    const open = hiddenIn(await idle.get(FORM));
    system.clock.advance(13 * 60 * MINUTE);
    idle.cookies.delete('lyceum-console');
    await idle.post(FORM, { ...open, name: 'Left open overnight' });
    expect((await idle.follow(await signIn(idle, ada))).text).toContain('value="Left open overnight"');
  });

  it('is kept for 30 minutes', async () => {
    for (const [minutes, isThere] of [
      [29, true],
      [30, false],
    ] as const) {
      const { visitor } = await typed(`For ${minutes} minutes`);
      system.clock.advance(minutes * MINUTE);
      const entered = await signIn(visitor, ada);
      expect([minutes, locationOf(entered)]).toEqual([minutes, isThere ? FORM : '/console/']);
      expect((await visitor.get(FORM)).text.includes(`For ${minutes} minutes`)).toBe(isThere);
    }
  });

  it('of two tabs is kept twice, and sent twice it is kept once', async () => {
    const visitor = await signedIn(system, ada);
    const other = '/console/webhooks/new';
    const forms = [hiddenIn(await visitor.get(FORM)), hiddenIn(await visitor.get(other))] as const;
    await endElsewhere(ada);
    for (const name of ['Early', 'Early', 'Late']) await visitor.post(FORM, { ...forms[0], name });
    system.clock.advance(1);
    await visitor.post(other, { ...forms[1], url: 'https://hooks.example/tab', 'types:user.created': '1' });
    const entered = await signIn(visitor, ada);
    expect(locationOf(entered)).toBe(other);
    const second = (await visitor.follow(entered)).text;
    expect(second).toContain('value="https://hooks.example/tab"');
    expect(second).toMatch(/name="types:user\.created" checked/);
    const first = (await visitor.get(FORM)).text;
    expect(first).toContain('value="Late"');
    expect(first).not.toContain('Early');
  });
});

describe('what was typed', () => {
  it('is not seen by another person in the same browser, who drops it', async () => {
    const { visitor } = await typed('Ada’s own');
    const entered = await signIn(visitor, bo);
    expect(locationOf(entered)).toBe('/console/');
    expect([...visitor.cookies.keys()].sort()).toEqual(['lyceum-console', FORMS]);
    expect(visitor.cookies.get(FORMS)).toMatch(/^[\w-]{43}$/);
    for (const page of [await visitor.follow(entered), await visitor.get(FORM)])
      expect(page.text).not.toMatch(/Ada’s own|here again/);
    expect(locationOf(await signIn(visitor, ada))).toBe('/console/');
    expect((await visitor.get(FORM)).text).not.toContain('Ada’s own');
  });

  it('is not seen by another person who takes the cookie, or has left a form in the same browser', async () => {
    const { visitor } = await typed('Ada’s own');
    const cookie = visitor.cookies.get(FORMS) ?? '';
    const thief = await signedIn(system, bo);
    thief.cookies.set(FORMS, cookie);
    expect((await thief.get(FORM)).text).not.toMatch(/Ada’s own|here again/);

    const form = hiddenIn(await thief.get(FORM));
    await endElsewhere(bo);
    await thief.post(FORM, { ...form, name: 'Bo’s own' });
    expect((await thief.follow(await signIn(thief, bo))).text).toContain('value="Bo’s own"');
    expect(locationOf(await signIn(thief, bo))).toBe('/console/');
    expect((await thief.follow(await signIn(thief, ada))).text).not.toContain('own"');
  });

  it('is not seen in another browser', async () => {
    await typed('In the other browser');
    const visitor = new Visitor(system.consoleUrl);
    expect(locationOf(await signIn(visitor, ada))).toBe('/console/');
    expect((await visitor.get(FORM)).text).not.toContain('In the other browser');
  });

  it('is not kept of a removed administrator, and goes with the administrator', async () => {
    const cy = await newAdministrator(system, { institution: ada.institution });
    const { operator } = ada.institution;
    const remove = () => operator(AdministratorService.method.removeAdministrator, { userId: cy.userId });
    const visitor = await signedIn(system, cy);
    const form = hiddenIn(await visitor.get(FORM));
    await remove();
    const answer = await visitor.post(FORM, { ...form, name: 'Too late' });
    expect(locationOf(answer)).toMatch(/^\/console\/sign-in/);
    expect(visitor.cookies.get(FORMS)).not.toContain('.kept');

    await operator(AdministratorService.method.addAdministrator, { email: cy.email });
    const { visitor: again } = await typed('In time', { of: cy });
    await remove();
    await operator(AdministratorService.method.addAdministrator, { email: cy.email });
    expect(locationOf(await signIn(again, cy))).toBe('/console/');
    expect((await again.get(FORM)).text).not.toContain('In time');
  });

  it('is not kept in a browser in which the form was not shown: nobody can plant words there', async () => {
    const victim = await signedIn(system, ada);
    const { 'form-key': key = '' } = hiddenIn(await victim.get(FORM));
    const attacker = await signedIn(system, bo);
    await endElsewhere(bo);
    await endElsewhere(ada);
    const before = attacker.cookies.get(FORMS);
    const count = async () => (await query(system.databases.url('identity'), 'SELECT FROM kept_forms')).length;
    const stored = await count();
    for (const visitor of [attacker, new Visitor(system.consoleUrl)]) {
      expect(locationOf(await visitor.post(FORM, { 'form-key': key, name: 'Planted' }))).toMatch(/^\/console\/sign-in/);
      expect(visitor.cookies.get(FORMS)).toBe(visitor === attacker ? before : undefined);
    }
    expect(await count()).toBe(stored);
    // The form of a session that another one has followed in the same browser.
    await signIn(victim, ada);
    await endElsewhere(ada);
    await victim.post(FORM, { 'form-key': key, name: 'Planted' });
    expect(locationOf(await signIn(victim, ada))).toBe('/console/');
  });

  it('is kept for nobody whom the form does not name', async () => {
    const { 'form-key': key = '' } = hiddenIn(await (await signedIn(system, ada)).get(FORM));
    for (const forged of ['', 'x', 'x.y', 'x.y.z', `${key}x`, key.replace('.', ''), `x.${'y'.repeat(600)}`]) {
      const stranger = new Visitor(system.consoleUrl);
      const answer = await stranger.post(FORM, { 'form-key': forged, name: 'Planted' });
      expect([forged, answer.status, stranger.cookies.size]).toEqual([forged, 303, 0]);
    }
  });

  it('has no secret', async () => {
    const path = '/console/administrators/openid';
    const visitor = await signedIn(system, bo);
    const form = hiddenIn(await visitor.get(path));
    await endElsewhere(bo);
    await visitor.post(path, { ...form, issuer: 'https://kept.example', clientId: 'kept', clientSecret: 'hush-hush' });
    const rows = await query(system.databases.url('identity'), 'SELECT address, sealed::text FROM kept_forms');
    expect(rows.length).toBeGreaterThan(0);
    for (const secret of ['kept.example', 'hush-hush'])
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
    // Pages show no secret that they are given: what is kept is asked of identity.
    const call = system.call({
      ...{ kind: 'administrator', institutionId: bo.institution.id, userId: bo.userId, name: bo.name },
      sessionId: bo.userId,
      roles: ['owner'],
    });
    const kept = await call(KeptFormService.method.findKeptForm, {
      browserToken: visitor.cookies.get(FORMS)?.replace('.kept', '') ?? '',
      address: path,
    });
    expect(kept.form?.typedValues).toMatchObject({ issuer: 'https://kept.example', clientId: 'kept' });
    expect(JSON.stringify(kept.form?.typedValues)).not.toContain('hush-hush');
    const filled = (await visitor.follow(await signIn(visitor, bo))).text;
    expect(filled).toContain('value="https://kept.example"');
    expect(filled).not.toContain('hush-hush');
  });
});

/** What a form leaves out is switched off, which is asked about first. */
const SWITCHED_ON = { time_tracking_enabled: '1', scheduling_enabled: '1' };

it('a kept form of a record that changed meanwhile says so: it has the revision with which it was opened', async () => {
  const path = '/console/settings';
  const visitor = await signedIn(system, ada);
  const form = hiddenIn(await visitor.get(path));
  await endElsewhere(ada);
  await visitor.post(path, { ...form, ...SWITCHED_ON, default_lesson_unit_name: 'Kept lesson' });
  const colleague = await signedIn(system, bo);
  await colleague.submit(path, { ...SWITCHED_ON, default_lesson_unit_name: 'Hour of Bo' });
  const filled = await visitor.follow(await signIn(visitor, ada));
  expect(filled.text).toContain('value="Kept lesson"');
  const sent = await visitor.post(path, {
    ...hiddenIn(filled),
    ...SWITCHED_ON,
    default_lesson_unit_name: 'Kept lesson',
  });
  expect(sent).toMatchObject({
    status: 409,
    text: expect.stringMatching(/role="alert"[\s\S]*Bo Larsen[\s\S]*Hour of Bo/),
  });
  expect(sent.text).toContain('value="Kept lesson"');
});

describe('every form', () => {
  /** Buttons beside which nothing can be typed: without a session, they lead to the sign-in page alone. */
  const BUTTONS = [
    '/account/passkeys/options',
    '/account/sessions/{id}/end',
    '/webhooks/{id}/enable',
    '/people/import/{id}/columns',
    '/people/{id}/bring-back',
    '/people/{id}/take-back',
    '/time-records/findings/{id}/reopen',
    '/settings/working-time/calendar/days/{id}/remove',
    '/audit/stream/resume',
  ];
  /** Files, and what comes of them, belong to the session in which they were sent. */
  const FILES = ['/people/import', '/people/import/{id}', '/settings/working-time/calendar'];
  const WORD = 'Kept marker';
  /** A field into which a word can be typed. */
  const FIELD = /<(?:input type="(?:text|email|url|search)"|textarea) id="([\w-]+)"/;
  const forms = screens.filter(({ submit, isPublic }) => submit && !isPublic);
  let cy: TestAdministrator;
  let visitor: Visitor;
  let addressOf: (path: string) => string;
  beforeAll(async () => {
    cy = await newAdministrator(system);
    // Passkeys need a host name.
    visitor = await signedIn(system, cy, system.consoleUrl.replace('127.0.0.1', 'localhost'));
    addressOf = await oneOfEach(system, cy, visitor);
  });

  it.each(forms.filter(({ view, path }) => view && !FILES.includes(path)))(
    '$path is kept and filled in',
    async ({ path }) => {
      const address = addressOf(path);
      const page = await visitor.get(address);
      expect([address, page.status]).toEqual([address, 200]);
      const field = FIELD.exec(page.text.slice(page.text.indexOf('class="form"')))?.[1];
      visitor.cookies.delete('lyceum-console');
      const answer = await visitor.post(address, { ...hiddenIn(page), ...(field && { [field]: WORD }) });
      expect(locationOf(answer)).toMatch(/^\/console\/sign-in\?next=/);
      const entered = await signIn(visitor, cy);
      expect(locationOf(entered)).toBe(address);
      const filled = await visitor.follow(entered);
      expect(filled).toMatchObject({ status: 200, text: expect.stringContaining(HERE_AGAIN) });
      if (field) expect(filled.text).toMatch(new RegExp(`value="${WORD}"|>\\s*${WORD}</textarea>`));
    },
  );

  it('without a page of its own is a button beside which nothing is typed', () => {
    expect(forms.filter(({ view }) => !view).map(({ path }) => path)).toEqual(BUTTONS);
  });
});
