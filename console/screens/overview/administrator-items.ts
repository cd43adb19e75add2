import { changeText } from '../../../languages/administrator-change.ts';
import {
  type Administrator,
  type AdministratorNotice,
  NoticeAuthor,
} from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { link } from '../../components/elements.ts';
import { type Fragment, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { type Present, time } from '../../components/time.ts';
import type { Item } from './erasure-items.ts';

/** The administrator signed in now may be the last one who can sign in. */
export function signInItems(administrators: readonly Administrator[] | undefined | null): Item[] {
  const kept = (administrators ?? [])
    .filter(({ keepsOwner }) => keepsOwner)
    .map(
      ({ name }): Item => ({
        tone: 'warn',
        word: t.overview.owner,
        text: t.overview.staysOwner(name, link('/console/administrators', t.overview.administrator)),
      }),
    );
  if (!administrators || administrators.some(({ canSignIn }) => canSignIn)) return kept;
  return [
    ...kept,
    {
      tone: 'bad',
      word: t.overview.signIn,
      text: t.overview.nobodySignsIn(link('/console/account', t.account.registerTitle)),
    },
  ];
}

/** Changes of administrators, where no email tells of them. */
export function noticeItems(notices: readonly AdministratorNotice[] | undefined | null, present: Present): Item[] {
  return (notices ?? []).map((notice) => ({
    tone: 'plain',
    word: t.overview.roles,
    text: noticeText(notice),
    aside: time(notice.createdAt, present),
  }));
}

function noticeText(notice: AdministratorNotice): Fragment {
  // Of a service of an earlier release.
  const isText = notice.author === NoticeAuthor.UNSPECIFIED;
  const text = isText ? notice.text : changeText(t.notices, notice);
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return isText ? html`<span lang="en">${sentence}</span>` : sentence;
}
