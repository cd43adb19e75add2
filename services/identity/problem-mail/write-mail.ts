import type { MailMessages } from '../../../languages/en/mails.ts';
import { messagesOf } from '../../../languages/messages-of.ts';
import { localeOf } from '../../../languages/names.ts';
import { fromInstantText } from '../../../platform/core/instant.ts';
import type { Problem } from '../domain/problems.ts';

/** The messages of emails, in a language that the product speaks. */
export const mailMessages = await messagesOf<MailMessages>('mails');

/** An email, without who sends it. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address that ends these emails, by a page with a button or by a POST (RFC 8058), if they can be ended. */
  readonly unsubscribe?: string;
}

export interface MailContent {
  readonly problems: readonly Problem[];
  readonly institution: { readonly name: string; readonly timeZone: string };
  readonly administrator: { readonly name: string; readonly email: string };
  /** The administrator's: one that the product speaks. */
  readonly language: string;
  /** The console, as browsers reach it. */
  readonly consoleUrl: string;
  readonly unsubscribe: string;
}

/** What every email is written with. */
export type Addressed = Pick<MailContent, 'institution' | 'administrator' | 'language'>;

/** One email that tells of all problems, as text and as HTML. */
export function writeMail({ problems, consoleUrl, unsubscribe, ...addressed }: MailContent): Mail {
  const { institution, administrator, language } = addressed;
  const messages = mailMessages(language);
  const said = messages.problems;
  const place = inOneLine(institution.name);
  const to = inOneLine(administrator.name);
  const more = problems.length - MAX_LISTED;
  const items = problems.slice(0, MAX_LISTED).map(({ name, what, count = 0, feature = '', endsAt, path }) => ({
    name: inOneLine(name),
    text: `${messages.problem[what]({ count, feature, endsAt: endsAt === undefined ? '' : timeIn(addressed, endsAt) })}.`,
    url: `${consoleUrl}${path}`,
  }));
  const hello = messages.hello(to);
  const begin = said.begin(place);
  const zone = messages.zone(institution.timeZone);
  const why = said.why(place);
  const text = [
    hello,
    begin,
    ...items.map(({ name, text, url }) => `* ${name} ${text}\n  ${url}`),
    ...(more > 0 ? [`${said.more(more)}: ${consoleUrl}/`] : []),
    zone,
    `--\n${why}\n${said.stop}: ${unsubscribe}`,
  ].join('\n\n');
  const list = items.map(({ name, text, url }) => `<li>${link(url, name)} ${escaped(text)}</li>`).join('\n');
  const html = `<!doctype html>
<html lang="${language}"><body>
<p>${escaped(hello)}</p>
<p>${escaped(begin)}</p>
<ul>
${list}
</ul>
${more > 0 ? `<p>${link(`${consoleUrl}/`, said.more(more))}</p>\n` : ''}<p>${escaped(zone)}</p>
<hr>
<p>${escaped(why)} ${link(unsubscribe, said.stop)}</p>
</body></html>`;
  const subject = said.subject(place, problems.length);
  return { to: { name: to, address: administrator.email }, subject, text: `${text}\n`, html, unsubscribe };
}

interface ClosingContent extends Addressed {
  /** Instant text, as is the other: when it closes, and when everything of it is deleted. */
  readonly closesAt: string;
  readonly deletesAt: string;
  /** Whether it is not closed yet. */
  readonly isAhead: boolean;
}

/** The email that tells of the end of an institution, and until when it can be taken back. */
export function writeClosingMail({ closesAt, deletesAt, isAhead, ...addressed }: ClosingContent): Mail {
  const { hello, zone, closing } = mailMessages(addressed.language);
  const place = inOneLine(addressed.institution.name);
  const closed = closing[isAhead ? 'ahead' : 'closed'](place, timeIn(addressed, closesAt));
  return paragraphMail(addressed, closed, [
    hello(inOneLine(addressed.administrator.name)),
    `${closed}: ${isAhead ? closing.endsThen : closing.hasEnded}`,
    closing.reopen(timeIn(addressed, deletesAt)),
    `${zone(addressed.institution.timeZone)} ${closing.why(place)}`,
  ]);
}

/** An email of a few paragraphs, as text and as HTML. */
export function paragraphMail(
  { administrator: { name, email }, language }: Addressed,
  subject: string,
  paragraphs: readonly string[],
): Mail {
  const html = `<!doctype html>
<html lang="${language}"><body>
${paragraphs.map((each) => `<p>${escaped(each)}</p>`).join('\n')}
</body></html>`;
  return { to: { name: inOneLine(name), address: email }, subject, text: `${paragraphs.join('\n\n')}\n`, html };
}

/** How an email tells a time. @param at instant text */
export function timeIn({ institution: { timeZone }, language }: Omit<Addressed, 'administrator'>, at: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(localeOf(language), style).format(fromInstantText(at));
}

/** More stand on the overview. */
const MAX_LISTED = 50;

/** Names are typed by people: none begins a line, or a header, of its own. */
export function inOneLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

function link(url: string, text: string): string {
  return `<a href="${escaped(url)}">${escaped(text)}</a>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
}
