import { countedIn } from '../counted.ts';
import { notices } from './notices.ts';

const counted = countedIn('en');

/** Of a problem: how many requests it counts, when a secret ends, in words, and what is used that ends. */
interface Told {
  readonly count: number;
  readonly endsAt: string;
  readonly feature: string;
}

/** Emails to administrators. A place is the name of an institution; times are in words. */
export const mails = {
  notices,
  hello: (name: string) => `Hello ${name},`,
  zone: (zone: string) => `All times are in the time zone ${zone}.`,
  problems: {
    subject: (place: string, count: number) =>
      `${place}: ${counted(count, { one: 'something needs', other: '# things need' })} attention`,
    begin: (place: string) => `This needs attention at ${place}:`,
    more: (count: number) => counted(count, { other: '# more' }),
    why: (place: string) =>
      `You get this email, at most once a day, because you are an administrator of ${place} and asked for it.`,
    stop: 'Stop these emails',
  },
  /** What is wrong with an endpoint or an integration: the rest of a sentence that begins with its name. */
  problem: {
    gone: (_: Told) => 'has answered that it is gone and gets no events',
    failed: (_: Told) => 'has failed for too long and gets no events',
    refused: (_: Told) => 'refuses the audit stream, so it is paused; nothing is lost',
    unsent: (_: Told) => 'has accepted nothing of the audit stream for more than an hour',
    over: ({ count }: Told) =>
      `exceeded its rate limit: ${counted(count, { one: '# request was', other: '# requests were' })} rejected in 24 hours`,
    near: ({ count }: Told) =>
      `came close to its rate limit: at one point in the last hour only ${counted(count, { one: '# request was', other: '# requests were' })} left in the minute`,
    secret: ({ endsAt }: Told) => `has an old secret that ends on ${endsAt}`,
    token: ({ endsAt }: Told) => `has an old token that ends on ${endsAt}`,
    end: ({ feature, endsAt }: Told) => `uses ${feature}, which ends on ${endsAt}`,
  },
  closing: {
    ahead: (place: string, at: string) => `${place} will be closed on ${at}`,
    closed: (place: string, at: string) => `${place} was closed on ${at}`,
    /** The rest of these sentences. */
    endsThen: 'its integrations, its calendars and the sign-in to its console end then.',
    hasEnded: 'its integrations, its calendars and the sign-in to its console have ended.',
    reopen: (until: string) =>
      `Until ${until}, whoever runs Lyceum for you can reopen it, with everything in it. After that, everything of it is deleted.`,
    why: (place: string) => `You get this email because you are an administrator of ${place}.`,
  },
  change: {
    at: (said: string, at: string, zone: string) => `${said}, on ${at} (${zone}).`,
    unexpected: 'If this is unexpected, look at Audit and Administrators in the console.',
    why: (place: string) => `You get this email because you are, or were, an administrator of ${place}.`,
  },
};

export type MailMessages = typeof mails;
