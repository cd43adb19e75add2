import { type ClosingMail, claimClosingMail, releaseClosingMail } from '../store/closing-mails.ts';
import type { NoticeKind } from './mail-notices.ts';
import { writeClosingMail } from './write-mail.ts';

/** Tells each administrator of an institution whose end was announced, or that was closed. */
export const closings: NoticeKind<ClosingMail> = {
  claim: claimClosingMail,
  release: releaseClosingMail,
  write: (closing, content) => writeClosingMail({ ...closing, ...content }),
};
