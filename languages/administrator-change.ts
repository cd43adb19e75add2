import { lowerCaseTexts } from '../platform/core/enum-texts.ts';
import { readRoles } from '../platform/core/roles.ts';
import { type AdministratorNotice, NoticeAuthor } from '../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { NoticeMessages } from './en/notices.ts';

/** Who changes administrators, as identity stores it. */
export const noticeAuthors = lowerCaseTexts(NoticeAuthor);

/** What has happened to an administrator, as a sentence without its end. */
export function changeText(
  messages: NoticeMessages,
  { name, isOfEmail, rolesBefore, rolesAfter, author, authorName }: Omit<AdministratorNotice, '$typeName' | 'text'>,
): string {
  const by = messages.by[noticeAuthors.of(author)](authorName);
  if (isOfEmail) return messages.email(name, by);
  const [before = '', after = ''] = [rolesBefore, rolesAfter].map((roles) =>
    readRoles(roles)
      .map((role) => messages.roles[role])
      .join(', '),
  );
  if (before === '') return messages.added(name, by, after);
  if (after === '') return messages.removed(name, by, before);
  return messages.changed(name, by, before, after);
}
