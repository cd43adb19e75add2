import { query } from '../../../platform/handler/query.ts';
import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { hashSecret } from '../domain/secrets.ts';
import { isUnexpired } from '../domain/sign-in.ts';
import { findSignInLink } from '../store/sign-in-links.ts';

/** Whom a one-time link signs in. Changes nothing, so that programs that open links in mails sign nobody in. */
export const getSignInLink = query(SessionService.method.getSignInLink, async (db, { code }, { now }) => {
  const link = await findSignInLink(db, hashSecret(code));
  if (!link || !isUnexpired(link, now)) return {};
  const { institutionName, userName, email, expiresAt } = link;
  return { link: { institutionName, userName, email, expiresAt } };
});
