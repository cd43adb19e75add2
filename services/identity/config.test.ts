import { expect, it } from 'vitest';
import { readConfig } from '../../platform/core/config/config.ts';
import type { Runtime } from '../../platform/handler/runtime.ts';
import { identityVariables, mailConfig } from './config.ts';

const { SMTP_URL, SMTP_FROM } = identityVariables;
const read = (environment: Record<string, string>) =>
  mailConfig({ configuration: readConfig({ SMTP_URL, SMTP_FROM }, environment) } as unknown as Runtime);

it('without a mail server there is no email', () => {
  expect(read({})).toBeUndefined();
  expect(read({ SMTP_FROM: 'lyceum@example.org' })).toBeUndefined();
});

it.each(['lyceum@example.org', 'Lyceum <lyceum@example.org>', '<lyceum@example.org>'])('%s sends email', (from) => {
  expect(read({ SMTP_URL: 'smtps://u:p@mail.example.org:465', SMTP_FROM: from })).toEqual({
    url: 'smtps://u:p@mail.example.org:465',
    from,
  });
});

it.each(['', 'Lyceum', 'lyceum@', 'Lyceum <lyceum>', 'a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example'])(
  'a mail server with the sender %j is refused at the start',
  (from) => {
    expect(() => read({ SMTP_URL: 'smtp://mail.example.org', SMTP_FROM: from })).toThrow('SMTP_FROM');
  },
);

it('an address that is no mail server’s is refused, and never shown', () => {
  expect(() => read({ SMTP_URL: 'https://user:hidden@mail.example.org', SMTP_FROM: 'a@b.example' })).toThrow(
    /^((?!hidden).)*SMTP_URL must be a URL that begins with smtp:\/\/ or smtps:\/\/((?!hidden).)*$/s,
  );
});
