import { query } from '../../../platform/handler/query.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { mailConfig } from '../config.ts';
import { namesIn } from '../problem-mail/mail-changes.ts';
import { noticeMessage } from '../problem-mail/write-change-mail.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { listNotices } from '../store/administrator-notices.ts';

/** The changes of administrators that no email tells the caller of. */
export const listAdministratorNotices = query(
  AdministratorService.method.listAdministratorNotices,
  async (db, _, { actor, call, runtime }) => {
    if (mailConfig(runtime)) return { notices: [] };
    const notices = await listNotices(db, administratorOf(actor));
    const names = await namesIn(notices, call);
    return { notices: notices.map((each) => noticeMessage(each, names)) };
  },
);
