import { roles } from './roles.ts';

/** A change of an administrator, in a sentence without its end. `who` is undefined for somebody who is no longer there. */
export const notices = {
  roles,
  email: (who: string | undefined, by: string) =>
    `the email address of ${who ?? NOBODY}, an administrator, was changed ${by}`,
  added: (who: string | undefined, by: string, after: string) =>
    `${who ?? NOBODY} was made an administrator (${after}) ${by}`,
  removed: (who: string | undefined, by: string, before: string) =>
    `${who ?? NOBODY} (${before}) was removed from the administrators ${by}`,
  changed: (who: string | undefined, by: string, before: string, after: string) =>
    `the roles of ${who ?? NOBODY} were changed from ${before} to ${after} ${by}`,
  /** By whom. `name` is undefined for who is no longer there, too. */
  by: {
    administrator: (name: string | undefined) => `by ${name ?? 'a former administrator'}`,
    operator: () => 'by whoever runs Lyceum for you',
    provider: () => 'by your OpenID provider',
    archiving: () => 'by being archived',
    api: () => 'by an integration, a directory or an import',
  },
};

export type NoticeMessages = typeof notices;

const NOBODY = 'somebody who is no longer there';
