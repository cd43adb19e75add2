import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestMailServer } from '../../../test/support/email/mail-server.ts';
import { sendMail } from './mail-server.ts';
import { writeMail } from './write-mail.ts';

let server: TestMailServer;
beforeAll(async () => {
  server = await TestMailServer.start();
});
afterAll(() => server.end());

const LINK = `https://console.example.org/console/unsubscribe/k1.${'x'.repeat(134)}`;
const problem = (name: string) => ({ keys: [name], name, text: 'is gone', path: '/webhooks/a' }) as const;
const write = (given: { name?: string; institution?: string; problems?: ReturnType<typeof problem>[] } = {}) =>
  writeMail({
    problems: given.problems ?? [problem('https://a.example')],
    institution: { name: given.institution ?? 'Nordhafen', timeZone: 'Europe/Berlin' },
    administrator: { name: given.name ?? 'Ada Lindqvist', email: 'ada@example.org' },
    consoleUrl: 'https://console.example.org/console',
    unsubscribe: LINK,
  });

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
  expect(mail.text).toContain(`* ${plain} is gone.`);
  const escaped = plain.replaceAll(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
  expect(mail.html).toContain(`>${escaped}</a> is gone.`);
});

it('fifty problems stand in an email, the rest on the overview', async () => {
  const mail = await received(write({ problems: Array.from({ length: 52 }, (_, n) => problem(`n${n}`)) }));
  expect(mail.text.match(/^\* /gm)).toHaveLength(50);
  expect(mail.text).toContain('2 more: https://console.example.org/console/\n');
  expect(mail.headers.get('subject')).toEqual(['Nordhafen: 52 things need attention']);
});
