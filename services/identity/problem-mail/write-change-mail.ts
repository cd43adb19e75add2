import { fromInstantText } from '../../../platform/core/instant.ts';
import type { RoleName } from '../../../platform/core/roles.ts';
import { timesIn } from '../domain/problems.ts';
import type { AdministratorNotice } from '../store/administrator-notices.ts';
import { inOneLine, type Mail, type MailContent, paragraphMail } from './write-mail.ts';

interface Content extends Pick<MailContent, 'institution' | 'administrator'> {
  readonly notice: AdministratorNotice;
  /** Of people, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** The email that tells of a change of an administrator. */
export function writeChangeMail({ notice, names, institution, administrator }: Content): Mail {
  const place = inOneLine(institution.name);
  const at = timesIn(institution.timeZone).format(fromInstantText(notice.createdAt));
  const said = changeText(notice, names);
  return paragraphMail(administrator, `${place}: ${said}`, [
    `Hello ${inOneLine(administrator.name)},`,
    `${said.charAt(0).toUpperCase()}${said.slice(1)}, on ${at} (${institution.timeZone}).`,
    'If this is unexpected, look at Audit and Administrators in the console.',
    `You get this email because you are, or were, an administrator of ${place}.`,
  ]);
}

/** What has happened, as a sentence without its end. */
export function changeText(
  { what, subjectId, rolesBefore, rolesAfter, author, authorId }: AdministratorNotice,
  names: ReadonlyMap<string, string>,
): string {
  const who = inOneLine(names.get(subjectId) ?? 'somebody who is no longer there');
  const by = author === 'administrator' ? inOneLine(names.get(authorId ?? '') ?? 'a former administrator') : BY[author];
  if (what === 'email') return `the email address of ${who}, an administrator, was changed by ${by}`;
  if (rolesBefore.length === 0) return `${who} was made an administrator (${inWords(rolesAfter)}) by ${by}`;
  if (rolesAfter.length === 0) return `${who} (${inWords(rolesBefore)}) was removed from the administrators by ${by}`;
  return `the roles of ${who} were changed from ${inWords(rolesBefore)} to ${inWords(rolesAfter)} by ${by}`;
}

const BY = {
  operator: 'whoever runs Lyceum for you',
  provider: 'your OpenID provider',
  archiving: 'being archived',
  api: 'an integration, a directory or an import',
} as const;

function inWords(roles: readonly RoleName[]): string {
  return roles.map((role) => role.charAt(0).toUpperCase() + role.slice(1)).join(', ');
}
