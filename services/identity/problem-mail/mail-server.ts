import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config.ts';
import type { Mail } from './write-mail.ts';

/** What became of an email: `unknown` if the connection broke after the server had got some of it. */
export type MailResult = 'sent' | 'refused' | 'unreachable' | 'unknown';

interface Sending {
  readonly result: MailResult;
  /** Why it was not sent. Its message may contain the address. */
  readonly error?: Error;
  /** The same without the address. */
  readonly reason?: string;
}

/** Gives an email to the mail server, in bounded time. Never throws because of the server. */
export async function sendMail(mail: Mail, { url, from }: MailConfig): Promise<Sending> {
  const transport = createTransport({ url, ...BOUNDS, requireTLS: needsTls(url) });
  let isBegun = false;
  // The server asks for the content when it has accepted sender and recipient. Nobody reads it before.
  transport.use('stream', (sent, next) => {
    sent.message.processFunc((input) =>
      Readable.from(
        (async function* () {
          isBegun = true;
          yield* input;
        })(),
        { objectMode: false },
      ),
    );
    next();
  });
  const { to, subject, text, html, unsubscribe } = mail;
  try {
    await transport.sendMail({
      ...{ from, to, subject, text, html },
      ...(unsubscribe !== undefined && { list: { unsubscribe } }),
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      signal: AbortSignal.timeout(WHOLE_MS),
    });
    return { result: 'sent' };
  } catch (error) {
    const { code, command = '', responseCode } = error as Failure;
    const isAnswered = responseCode !== undefined && responseCode >= 400;
    const reason = [code, command, responseCode].filter((part) => part !== undefined && part !== '').join(' ');
    const isAboutThis = isAnswered && OF_THE_MAIL.test(command) && responseCode !== CLOSING;
    const result = isAboutThis ? 'refused' : isAnswered || !isBegun ? 'unreachable' : 'unknown';
    return { result, error: error as Error, reason };
  } finally {
    transport.close();
  }
}

/** Whether an address is of a domain that nobody can have (RFC 6761), as of people in a masked copy. */
export function isNobodys(address: string): boolean {
  return /\.invalid$/i.test(address);
}

type Failure = Error & { readonly code?: string; readonly command?: string; readonly responseCode?: number };

/** The commands whose refusal says nothing of other emails. */
const OF_THE_MAIL = /^(RCPT TO|DATA)\b/;
/** The server closes the connection. */
const CLOSING = 421;

/** For a whole email, and for parts of it. */
const WHOLE_MS = 15_000;
const BOUNDS = {
  connectionTimeout: 5_000,
  dnsTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
  disableFileAccess: true,
  disableUrlAccess: true,
};

/** A password goes over an encrypted connection alone, unless the server is on this machine. */
function needsTls(url: string): boolean {
  const { username, hostname } = new URL(url);
  return username !== '' && !LOOPBACK.includes(hostname);
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
