import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { newAdministrator, newColleague, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { newIntegration, record } from '../support/console/recorded.ts';
import { hiddenIn, Visitor } from '../support/console/visitor.ts';
import { TestMailServer } from '../support/email/mail-server.ts';
import type { ReceivedMail } from '../support/email/read-mail.ts';
import { query } from '../support/postgres/query.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { newEndpoint } from '../support/test-webhooks.ts';
import { until } from '../support/until.ts';

const ACCOUNT = '/console/account';
const FORM = '/console/account/problem-email';
const LABEL = 'Email me about problems';
const WANTED = { problemEmail: '1' };

const mailServer = await TestMailServer.start();
const system = await TestSystem.start({ smtpUrl: mailServer.url });
afterAll(async () => {
  await system.stop();
  await mailServer.end();
});
beforeEach(() => {
  mailServer.recipient = () => undefined;
});

const sql = (text: string, values: readonly unknown[] = []) =>
  query(system.databases.url('identity'), text, [...values]);

/** A day later, and at once: the database’s clock stands for all replicas, so its rows are moved instead. */
async function aDayLater({ userId }: TestAdministrator): Promise<void> {
  await sql(
    `UPDATE problem_mails SET mailed_at = mailed_at - interval '24 hours', look_at = clock_timestamp() WHERE user_id = $1`,
    [userId],
  );
}

/** Lets the worker look at everybody who is due, in the order in which they are. */
async function look(): Promise<void> {
  await sql('UPDATE problem_mails SET look_at = clock_timestamp()');
  const last = await withOldSecret(await newAdministrator(system));
  await wants(last);
  await mailTo(last);
}

/** The administrator, and an integration whose old secret ends soon. */
async function withOldSecret(ada: TestAdministrator, name = 'HR export', keepFormerSeconds = 3_600) {
  const integration = await newIntegration(ada.institution, name);
  await ada.institution.operator(IntegrationService.method.rotateIntegrationSecret, {
    clientId: integration.clientId,
    keepFormerSeconds,
  });
  return { ...ada, ...integration };
}

async function wants(ada: TestAdministrator): Promise<Visitor> {
  const visitor = await signedIn(system, ada);
  const saved = await visitor.submit(FORM, WANTED);
  expect([saved.status, saved.headers.get('location')]).toEqual([303, ACCOUNT]);
  return visitor;
}

const mailTo = ({ email }: TestAdministrator, count = 1): Promise<ReceivedMail> =>
  until('an email', () => mailServer.to(email)[count - 1], 60_000);

const linkIn = ({ text }: ReceivedMail): string => /Stop these emails: (\S+)/.exec(text)?.[1] ?? '';
const pathOf = (url: string): string => new URL(url).pathname;

describe('the account', () => {
  it('has a box that is not ticked; whoever ticks it gets email, and the audit has it', async () => {
    const ada = await withOldSecret(await newAdministrator(system));
    const visitor = await signedIn(system, ada);
    await look();
    expect(mailServer.to(ada.email)).toEqual([]);
    const page = await visitor.get(ACCOUNT);
    const [, form = ''] =
      /<form[^>]* action="\/console\/account\/problem-email"[^>]*>(.*?)<\/form>/s.exec(page.text) ?? [];
    expect(form).toContain(`<label for="problemEmail">${LABEL}</label>`);
    expect(form).not.toContain('checked');
    const saved = await visitor.post(FORM, { ...hiddenIn({ ...page, text: form }), ...WANTED });
    expect(saved.headers.get('location')).toBe(ACCOUNT);
    expect((await visitor.follow(saved)).text).toMatch(/Saved\..*id="problemEmail" name="problemEmail"[^>]* checked/s);
    expect((await mailTo(ada)).recipients).toEqual([ada.email]);
    const { text } = await visitor.get('/console/audit');
    expect(text).toContain('<b>asked for email about problems</b>');
    await visitor.submit(FORM);
    expect((await visitor.get('/console/audit')).text).toContain('<b>stopped email about problems</b>');
  });

  it('409: a form that was opened before the setting changed; ticked again, it is saved', async () => {
    const visitor = await signedIn(system, await newAdministrator(system));
    const [first, second] = [await visitor.get(FORM), await visitor.get(FORM)];
    await visitor.post(FORM, { ...hiddenIn(first), ...WANTED });
    await visitor.submit(FORM);
    const stale = await visitor.post(FORM, { ...hiddenIn(second), ...WANTED });
    expect(stale.status).toBe(409);
    expect(stale.text).toMatch(/role="alert".*Ada Lindqvist changed this setting/s);
    expect((await visitor.post(FORM, { ...hiddenIn(stale), ...WANTED })).status).toBe(303);
  });

  it('shows nothing of email in an installation without a mail server', async () => {
    const plain = await TestSystem.start();
    const visitor = await signedIn(plain, await newAdministrator(plain));
    expect((await visitor.get(ACCOUNT)).text).not.toMatch(/problem-?email/i);
    expect((await visitor.get(FORM)).status).toBe(404);
    expect((await visitor.post(FORM, WANTED)).status).toBe(404);
  });
});

describe('an email', () => {
  it('tells of everything that waits, in the institution’s time, with links to end it', async () => {
    const ada = await newAdministrator(system);
    const { institution } = ada;
    await changeSettings(institution, { timeTrackingTimezone: 'Asia/Tokyo' });
    const old = await withOldSecret(ada);
    await withOldSecret(ada, 'Next week', 8 * 24 * 3_600);
    const [near, over] = [await newIntegration(institution, 'Near'), await newIntegration(institution, 'Over')];
    await record(system, institution, [
      ...Array.from({ length: 500 }, () => ({ integrationId: near.id, rateLimitRemaining: 150, ago: 60_000 })),
      { integrationId: over.id, status: 429, ago: 60_000 },
    ]);
    const endpoint = (await newEndpoint(institution.client)).split('/').at(-1) ?? '';
    await query(
      system.databases.url('webhooks'),
      `UPDATE endpoints SET is_enabled = false, disabled_reason = 'failures' WHERE id = $1`,
      [endpoint],
    );
    await wants(ada);
    const mail = await mailTo(ada);
    const { text } = mail;
    const [url] = linkIn(mail).split('/unsubscribe/');
    expect(url).toMatch(/^http:\/\/(localhost|127\.0\.0\.1):\d+\/console$/);
    expect(text).toContain(`* http://127.0.0.1:9/hooks has failed for too long and gets no events.
  ${url}/webhooks/${endpoint}

* Near came close to its rate limit: at one point in the last hour only 150 requests were left in the minute.
  ${url}/integrations/${near.id}

* Over exceeded its rate limit: 1 request was rejected in 24 hours.
  ${url}/integrations/${over.id}

* HR export has an old secret that ends on 5 Oct 2026, 18:00.
  ${url}/integrations/${old.id}

All times are in the time zone Asia/Tokyo.
`);
    expect(text).not.toContain('Next week');
  });

  it('tells nobody of another institution’s problems, and comes only if something waits', async () => {
    const ada = await newAdministrator(system);
    await wants(ada);
    await look();
    expect(mailServer.to(ada.email)).toEqual([]);
  });

  it('comes once a day, when something is new: a problem that ended and came back is', async () => {
    const ada = await withOldSecret(await newAdministrator(system));
    await wants(ada);
    await mailTo(ada);
    await withOldSecret(ada, 'Badge terminals');
    await look();
    expect(mailServer.to(ada.email)).toHaveLength(1);
    await aDayLater(ada);
    expect((await mailTo(ada, 2)).text).toMatch(/HR export.*Badge terminals/s);
    await aDayLater(ada);
    await look();
    expect(mailServer.to(ada.email)).toHaveLength(2);
    const { clientId } = ada;
    const { deactivateIntegration, activateIntegration } = IntegrationService.method;
    await ada.institution.operator(deactivateIntegration, { clientId });
    await look();
    await ada.institution.operator(activateIntegration, { clientId });
    await aDayLater(ada);
    expect((await mailTo(ada, 3)).text).toContain('HR export');
  });
});

describe('nobody', () => {
  it('who was archived gets email, also after coming back', async () => {
    const ada = await withOldSecret(await newAdministrator(system));
    const { client } = ada.institution;
    const visitor = await signedIn(system, ada);
    mailServer.recipient = (address) => (address === ada.email ? 451 : undefined);
    await visitor.submit(FORM, WANTED);
    await newColleague(system, ada);
    await client.patch(`/users/${ada.userId}`, { isArchived: true }, { ifMatch: '*' });
    await until('the event', async () => {
      const rows = await sql('SELECT FROM problem_mails WHERE user_id = $1 AND NOT is_wanted', [ada.userId]);
      return rows.length === 1;
    });
    await client.patch(`/users/${ada.userId}`, { isArchived: false }, { ifMatch: '*' });
    mailServer.recipient = () => undefined;
    await look();
    expect(mailServer.to(ada.email)).toEqual([]);
    await ada.institution.operator(AdministratorService.method.addAdministrator, { email: ada.email });
    const again = await signedIn(system, ada);
    expect((await again.get(ACCOUNT)).text).not.toMatch(/id="problemEmail"[^>]* checked/);
  });
});

describe('the link in an email', () => {
  const ended = async ({ userId }: TestAdministrator) =>
    (await sql('SELECT FROM problem_mails WHERE user_id = $1 AND NOT is_wanted', [userId])).length === 1;
  let mails: { ada: TestAdministrator; visitor: Visitor; path: string }[];
  const nextMail = () => mails.pop() as (typeof mails)[number];
  beforeAll(async () => {
    mails = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const ada = await withOldSecret(await newAdministrator(system));
        const visitor = await wants(ada);
        return { ada, visitor, path: pathOf(linkIn(await mailTo(ada))) };
      }),
    );
  });

  it('shows a button, and changes nothing until that is pressed; then it says so as often as one likes', async () => {
    const { ada, visitor, path } = nextMail();
    const stranger = new Visitor(system.consoleUrl);
    const shown = await stranger.get(path);
    expect([shown.status, shown.headers.get('referrer-policy')]).toEqual([
      200,
      expect.stringMatching(/^(no-referrer|same-origin)$/),
    ]);
    expect(shown.text).toContain('Stop these emails');
    expect(shown.text).not.toContain(ada.email);
    expect(await ended(ada)).toBe(false);
    for (let n = 0; n < 2; n++) {
      const stopped = await stranger.post(path);
      expect([stopped.status, stopped.text]).toEqual([200, expect.stringContaining('You get no more emails')]);
    }
    expect(await ended(ada)).toBe(true);
    await aDayLater(ada);
    await look();
    expect(mailServer.to(ada.email)).toHaveLength(1);
    const { text } = await visitor.get('/console/audit');
    expect(text.match(/stopped email about problems with the link in an email/g)).toHaveLength(1);
    expect(text).toMatch(/Ada Lindqvist<br><span class="muted small">With a link/);
  });

  it.each([
    ['as a form', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
    ['as multipart', ofOneClick()],
    ['without anything', undefined],
  ])(
    'ends the emails when a mail program posts to it %s, without cookies and origin (RFC 8058)',
    async (_how, body) => {
      const { ada, path } = nextMail();
      const url = new URL(path, system.consoleUrl);
      const answer = await fetch(url, { method: 'POST', redirect: 'manual', ...(body && { body }) });
      expect([answer.status, answer.headers.getSetCookie(), await ended(ada)]).toEqual([200, [], true]);
    },
  );

  it('404: a link that is not ours, or is another one’s with a letter changed; nothing of anybody ends', async () => {
    const { ada, path } = nextMail();
    const stranger = new Visitor(system.consoleUrl);
    const middle = Math.floor(path.length * 0.8);
    const changed = `${path.slice(0, middle)}${path[middle] === 'A' ? 'B' : 'A'}${path.slice(middle + 1)}`;
    for (const wrong of [changed, '/console/unsubscribe/x', `/console/unsubscribe/${ada.userId}`])
      for (const answer of [await stranger.get(wrong), await stranger.post(wrong)])
        expect([wrong, answer.status, answer.text]).toEqual([wrong, 404, expect.stringContaining('does not work')]);
    expect(await ended(ada)).toBe(false);
  });

  it('ends nothing of a colleague, nor of another institution', async () => {
    const [one, other] = [nextMail(), nextMail()];
    await new Visitor(system.consoleUrl).post(one.path);
    expect([await ended(one.ada), await ended(other.ada)]).toEqual([true, false]);
  });

  it('of somebody who is no administrator any more says the same', async () => {
    const { ada, path } = nextMail();
    await newColleague(system, ada);
    await ada.institution.operator(AdministratorService.method.removeAdministrator, { userId: ada.userId });
    expect((await new Visitor(system.consoleUrl).post(path)).status).toBe(200);
  });
});

function ofOneClick(): FormData {
  const body = new FormData();
  body.set('List-Unsubscribe', 'One-Click');
  return body;
}
