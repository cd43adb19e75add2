import { changeText, noticeAuthors } from '../../../languages/administrator-change.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { roleOf } from '../../../platform/core/roles.ts';
import {
  type AdministratorNotice,
  AdministratorNoticeSchema,
} from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { AdministratorNotice as NoticeRow } from '../store/administrator-notices.ts';
import { type Addressed, inOneLine, type Mail, mailMessages, paragraphMail, timeIn } from './write-mail.ts';

interface Content extends Addressed {
  readonly notice: NoticeRow;
  /** Of people, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** The email that tells of a change of an administrator. */
export function writeChangeMail({ notice, names, ...addressed }: Content): Mail {
  const { institution, administrator, language } = addressed;
  const { hello, notices, change } = mailMessages(language);
  const place = inOneLine(institution.name);
  const said = changeText(notices, noticeMessage(notice, names));
  const sentence = `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
  return paragraphMail(addressed, `${place}: ${said}`, [
    hello(inOneLine(administrator.name)),
    change.at(sentence, timeIn(addressed, notice.createdAt), institution.timeZone),
    change.unexpected,
    change.why(place),
  ]);
}

/** A notice as its reader words it. @param names of people, by their ids */
export function noticeMessage(
  { what, subjectId, rolesBefore, rolesAfter, author, authorId, createdAt }: NoticeRow,
  names: ReadonlyMap<string, string>,
): AdministratorNotice {
  const nameOf = (id: string) => {
    const name = names.get(id);
    return name === undefined ? null : inOneLine(name);
  };
  const notice = writeNotice({
    text: '',
    createdAt,
    name: nameOf(subjectId),
    isOfEmail: what === 'email',
    rolesBefore: rolesBefore.map(roleOf),
    rolesAfter: rolesAfter.map(roleOf),
    author: noticeAuthors.from(author),
    authorName: authorId === null ? null : nameOf(authorId),
  });
  return { ...notice, text: changeText(mailMessages('en').notices, notice) };
}

const writeNotice = messageWriter(AdministratorNoticeSchema);
