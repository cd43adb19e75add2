import { fromInstantText } from '../../../platform/core/instant.ts';
import { type Problem, timesIn } from '../domain/problems.ts';

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
  /** The console, as browsers reach it. */
  readonly consoleUrl: string;
  readonly unsubscribe: string;
}

/** One email that tells of all problems, as text and as HTML. */
export function writeMail({ problems, institution, administrator, consoleUrl, unsubscribe }: MailContent): Mail {
  const { timeZone } = institution;
  const place = inOneLine(institution.name);
  const to = inOneLine(administrator.name);
  const subject = `${place}: ${problems.length === 1 ? 'something needs' : `${problems.length} things need`} attention`;
  const more = problems.length - MAX_LISTED;
  const items = problems.slice(0, MAX_LISTED).map(({ name, text, path }) => ({
    name: inOneLine(name),
    text: `${text}.`,
    url: `${consoleUrl}${path}`,
  }));
  const why = `You get this email, at most once a day, because you are an administrator of ${place} and asked for it.`;
  const text = [
    `Hello ${to},`,
    `This needs attention at ${place}:`,
    ...items.map(({ name, text, url }) => `* ${name} ${text}\n  ${url}`),
    ...(more > 0 ? [`${more} more: ${consoleUrl}/`] : []),
    `All times are in the time zone ${timeZone}.`,
    `--\n${why}\nStop these emails: ${unsubscribe}`,
  ].join('\n\n');
  const list = items.map(({ name, text, url }) => `<li>${link(url, name)} ${escaped(text)}</li>`).join('\n');
  const html = `<!doctype html>
<html lang="en"><body>
<p>Hello ${escaped(to)},</p>
<p>This needs attention at ${escaped(place)}:</p>
<ul>
${list}
</ul>
${more > 0 ? `<p>${link(`${consoleUrl}/`, `${more} more`)}</p>\n` : ''}<p>All times are in the time zone ${escaped(timeZone)}.</p>
<hr>
<p>${escaped(why)} ${link(unsubscribe, 'Stop these emails')}</p>
</body></html>`;
  return { to: { name: to, address: administrator.email }, subject, text: `${text}\n`, html, unsubscribe };
}

interface ClosingContent extends Pick<MailContent, 'institution' | 'administrator'> {
  /** Instant text, as is the other: when it closes, and when everything of it is deleted. */
  readonly closesAt: string;
  readonly deletesAt: string;
  /** Whether it is not closed yet. */
  readonly isAhead: boolean;
}

/** The email that tells of the end of an institution, and until when it can be taken back. */
export function writeClosingMail({ institution, administrator, closesAt, deletesAt, isAhead }: ClosingContent): Mail {
  const { timeZone } = institution;
  const place = inOneLine(institution.name);
  const to = inOneLine(administrator.name);
  const [closes, deletes] = [closesAt, deletesAt].map((at) => timesIn(timeZone).format(fromInstantText(at)));
  const isClosed = `${place} ${isAhead ? 'will be' : 'was'} closed on ${closes}`;
  return paragraphMail(administrator, isClosed, [
    `Hello ${to},`,
    `${isClosed}: its integrations, its calendars and the sign-in to its console ${isAhead ? 'end then' : 'have ended'}.`,
    `Until ${deletes}, whoever runs Lyceum for you can reopen it, with everything in it. After that, everything of it is deleted.`,
    `All times are in the time zone ${timeZone}. You get this email because you are an administrator of ${place}.`,
  ]);
}

/** An email of a few paragraphs, as text and as HTML. */
export function paragraphMail(
  { name, email }: MailContent['administrator'],
  subject: string,
  paragraphs: readonly string[],
): Mail {
  const html = `<!doctype html>
<html lang="en"><body>
${paragraphs.map((each) => `<p>${escaped(each)}</p>`).join('\n')}
</body></html>`;
  return { to: { name: inOneLine(name), address: email }, subject, text: `${paragraphs.join('\n\n')}\n`, html };
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
