import { afterAll, beforeAll, expect, it } from 'vitest';
import { bareTextsIn } from '../../../test/support/console/bare-texts.ts';
import { TestMailServer } from '../../../test/support/email/mail-server.ts';
import type { Problem } from '../domain/problems.ts';
import { sendMail } from './mail-server.ts';
import { writeClosingMail, writeMail } from './write-mail.ts';

let server: TestMailServer;
beforeAll(async () => {
  server = await TestMailServer.start();
});
afterAll(() => server.end());

const LINK = `https://console.example.org/console/unsubscribe/k1.${'x'.repeat(134)}`;
const problem = (name: string): Problem => ({ keys: [name], name, what: 'gone', path: '/webhooks/a' });
const write = (given: { name?: string; institution?: string; language?: string; problems?: Problem[] } = {}) =>
  writeMail({
    problems: given.problems ?? [problem('https://a.example')],
    institution: { name: given.institution ?? 'Nordhafen', timeZone: 'Europe/Berlin' },
    administrator: { name: given.name ?? 'Ada Lindqvist', email: 'ada@example.org' },
    language: given.language ?? 'en',
    consoleUrl: 'https://console.example.org/console',
    unsubscribe: LINK,
  });

const endsAt = '2026-03-05T07:15:00.000Z';
const problems: Problem[] = [
  problem('A'),
  { ...problem('B'), what: 'failed' },
  { ...problem('C'), what: 'over', count: 1_234 },
  { ...problem('D'), what: 'near', count: 1 },
  { ...problem('E'), what: 'secret', endsAt },
  { ...problem('F'), what: 'token', endsAt },
  { ...problem('G'), what: 'end', feature: 'GET /old', endsAt },
];

async function received(mail: ReturnType<typeof write>) {
  server.mails.length = 0;
  const sending = await sendMail(mail, { url: server.url, from: 'Lyceum <lyceum@example.org>' });
  expect(sending).toEqual({ result: 'sent' });
  const [first] = server.mails;
  if (!first) throw new Error('no email');
  return first;
}

it.each([
  ['a line break', 'Ada\r\nBcc: eve@example.org'],
  ['other line breaks', 'Ada\nBcc:\u2028eve@example.org\u0085\v\f'],
  ['an address', 'Ada" <eve@example.org>, "Bob'],
  ['letters of other scripts', 'Адá 李 😀'],
  ['markup', '<b>&"Ada"</b>'],
])('names with %s stay names', async (_what, name) => {
  const mail = await received(write({ name, institution: name, problems: [problem(name)] }));
  const plain = name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  expect(mail.recipients).toEqual(['ada@example.org']);
  expect([...mail.headers.keys()].filter((header) => /^(cc|bcc)$/.test(header))).toEqual([]);
  expect(mail.headers.get('subject')).toEqual([`${plain}: something needs attention`]);
  expect(mail.headers.get('to')).toHaveLength(1);
  expect(mail.text.split('\n').filter((line) => line.startsWith('Bcc'))).toEqual([]);
  expect(mail.text).toContain(`* ${plain} has answered that it is gone and gets no events.`);
  const escaped = plain.replaceAll(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
  expect(mail.html).toContain(`>${escaped}</a> has answered that it is gone and gets no events.`);
});

it('fifty problems stand in an email, the rest on the overview', async () => {
  const mail = await received(write({ problems: Array.from({ length: 52 }, (_, n) => problem(`n${n}`)) }));
  expect(mail.text.match(/^\* /gm)).toHaveLength(50);
  expect(mail.text).toContain('2 more: https://console.example.org/console/\n');
  expect(mail.headers.get('subject')).toEqual(['Nordhafen: 52 things need attention']);
});

it.each([
  [
    'en',
    'Nordhafen: 7 things need attention',
    `Hello Ada Lindqvist,
This needs attention at Nordhafen:
* A has answered that it is gone and gets no events.
* B has failed for too long and gets no events.
* C exceeded its rate limit: 1,234 requests were rejected in 24 hours.
* D came close to its rate limit: at one point in the last hour only 1 request was left in the minute.
* E has an old secret that ends on 5 Mar 2026, 08:15.
* F has an old token that ends on 5 Mar 2026, 08:15.
* G uses GET /old, which ends on 5 Mar 2026, 08:15.
All times are in the time zone Europe/Berlin.
--
You get this email, at most once a day, because you are an administrator of Nordhafen and asked for it.
Stop these emails: ${LINK}
`,
  ],
  [
    'de',
    'Nordhafen: 7 Dinge sind zu erledigen',
    `Guten Tag, Ada Lindqvist!
Bei Nordhafen ist zu erledigen:
* A meldet, dass es die Adresse nicht mehr gibt, und erhält keine Ereignisse mehr.
* B hat zu lange keine Ereignisse angenommen und erhält keine mehr.
* C hat das Anfragelimit überschritten: In 24 Stunden wurden 1.234 Anfragen abgelehnt.
* D hat das Anfragelimit fast erreicht: In der letzten Stunde war zeitweise nur noch 1 Anfrage in der Minute übrig.
* E hat einen alten Schlüssel, der am 05.03.2026, 08:15 Uhr abläuft.
* F hat ein altes Token, das am 05.03.2026, 08:15 Uhr abläuft.
* G benutzt GET /old; das gibt es ab dem 05.03.2026, 08:15 Uhr nicht mehr.
Alle Zeiten gelten in der Zeitzone Europe/Berlin.
--
Sie erhalten diese E-Mail, höchstens einmal am Tag, weil Sie Administrator von Nordhafen sind und darum gebeten haben.
Diese E-Mails abbestellen: ${LINK}
`,
  ],
])('is written in %s', async (language, subject, text) => {
  const mail = await received(write({ language, problems }));
  expect(mail.headers.get('subject')).toEqual([subject]);
  const lines = mail.text.split('\n').filter((line) => line !== '' && !line.startsWith('  https:'));
  expect(`${lines.join('\n')}\n`).toBe(text);
  expect(mail.html).toContain(`<html lang="${language}">`);
});

it('has nothing but messages and names in the pseudo-language', () => {
  const to = {
    institution: { name: 'Nordhafen', timeZone: 'Europe/Berlin' },
    administrator: { name: 'Ada', email: 'ada@example.org' },
    language: 'en-XA',
  };
  const closing = (isAhead: boolean) => writeClosingMail({ ...to, closesAt: endsAt, deletesAt: endsAt, isAhead });
  const data = /Nordhafen|Lindqvist|Ada|Europe\/Berlin/g;
  const mails = [
    write({ language: 'en-XA', problems: [...problems, ...Array(50).fill(problem('H'))] }),
    closing(true),
    closing(false),
  ];
  for (const { html, subject } of mails) expect(bareTextsIn(`<p>${subject}</p>${html}`, data)).toEqual([]);
});
