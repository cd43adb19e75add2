import { deadlineAfter } from '../../../platform/core/clock.ts';
import { present } from '../../../platform/core/present.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { MailConfig } from '../config.ts';
import { activeUser } from '../sign-in/active-user.ts';
import { ownCall } from '../sign-in/own-call.ts';
import { type ClosingMail, claimClosingMail, releaseClosingMail } from '../store/closing-mails.ts';
import { isNobodys, type MailResult } from './mail-server.ts';
import { sendNoted } from './send-noted.ts';
import { writeClosingMail } from './write-mail.ts';

interface Mailing {
  readonly runtime: Runtime;
  readonly config: MailConfig;
  readonly mayContinue: () => boolean;
}

/**
 * Emails each administrator of an institution whose end was announced, or that was closed: once, also those who want no
 * email about problems. Each is claimed before, and released if the server has certainly not got it.
 * @returns false if the mail server cannot be reached
 */
export async function mailClosings({ runtime, config, mayContinue }: Mailing): Promise<boolean> {
  const { db } = runtime;
  while (mayContinue()) {
    const claimed = await db.transaction(claimClosingMail, { of: 'trace' });
    if (!claimed) return true;
    let result: MailResult | undefined = 'unreachable';
    try {
      result = await mail(claimed, { runtime, config });
    } finally {
      if (result === 'unreachable')
        await db.transaction(async (tx) => releaseClosingMail(tx, claimed), { of: 'trace' });
    }
    if (result === 'unreachable') return false;
  }
  return true;
}

/** @returns undefined for a person whom no email reaches */
async function mail(
  { institutionId, userId, ...closing }: ClosingMail,
  { runtime, config }: Omit<Mailing, 'mayContinue'>,
): Promise<MailResult | undefined> {
  const context = { requestId: runtime.ids.newRequestId(), deadline: deadlineAfter(READ_MS) };
  const callAs: Parameters<typeof ownCall>[0]['callAs'] = (identity) => runtime.call({ ...context, ...identity });
  const call = await ownCall({ runtime, callAs }, institutionId);
  const administrator = await activeUser(call, userId);
  if (!administrator || isNobodys(administrator.email)) return undefined;
  const { name, settings } = present((await call(InstitutionService.method.getInstitution, {})).institution, 'name');
  const institution = { name, timeZone: settings?.timeTrackingTimezone ?? 'UTC' };
  return sendNoted(writeClosingMail({ institution, administrator, ...closing }), {
    ...{ runtime, config },
    to: { institutionId, userId },
  });
}

const READ_MS = 30_000;
