import { firstSpoken } from '../../../languages/names.ts';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { deadlineAfter } from '../../../platform/core/clock.ts';
import { present } from '../../../platform/core/present.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { MailConfig } from '../config.ts';
import { activeUser } from '../sign-in/active-user.ts';
import { ownCall } from '../sign-in/own-call.ts';
import { findLanguage } from '../store/administrators.ts';
import { isNobodys, type MailResult } from './mail-server.ts';
import { sendNoted } from './send-noted.ts';
import type { Addressed, Mail } from './write-mail.ts';

/** A kind of email that is sent once to each person it is for, whether or not they want email about problems. */
export interface NoticeKind<T extends { readonly institutionId: string; readonly userId: string }> {
  /** Claims one that is to be sent; undefined if there is none. */
  claim(tx: Tx): Promise<T | undefined>;
  /** Gives one back that was not sent. */
  release(tx: Tx, claimed: T): void;
  write(claimed: T, content: Addressed, call: Call): Mail | Promise<Mail>;
}

export interface Mailing {
  readonly runtime: Runtime;
  readonly config: MailConfig;
  readonly mayContinue: () => boolean;
}

/**
 * Sends the emails of a kind. Each is claimed before, and released if the server has certainly not got it.
 * @returns false if the mail server cannot be reached
 */
export async function mailNotices<T extends { readonly institutionId: string; readonly userId: string }>(
  kind: NoticeKind<T>,
  { runtime, config, mayContinue }: Mailing,
): Promise<boolean> {
  const { db } = runtime;
  while (mayContinue()) {
    const claimed = await db.transaction((tx) => kind.claim(tx), { of: 'trace' });
    if (!claimed) return true;
    let result: MailResult | undefined = 'unreachable';
    try {
      result = await mail(kind, claimed, { runtime, config });
    } finally {
      if (result === 'unreachable') await db.transaction(async (tx) => kind.release(tx, claimed), { of: 'trace' });
    }
    if (result === 'unreachable') return false;
  }
  return true;
}

/** @returns undefined for a person whom no email reaches */
async function mail<T extends { readonly institutionId: string; readonly userId: string }>(
  kind: NoticeKind<T>,
  claimed: T,
  { runtime, config }: Omit<Mailing, 'mayContinue'>,
): Promise<MailResult | undefined> {
  const { institutionId, userId } = claimed;
  const context = { requestId: runtime.ids.newRequestId(), deadline: deadlineAfter(READ_MS) };
  const callAs: Parameters<typeof ownCall>[0]['callAs'] = (identity) => runtime.call({ ...context, ...identity });
  const call = await ownCall({ runtime, callAs }, institutionId);
  const administrator = await activeUser(call, userId);
  if (!administrator || isNobodys(administrator.email)) return undefined;
  const { name, settings } = present((await call(InstitutionService.method.getInstitution, {})).institution, 'name');
  const institution = { name, timeZone: settings?.timeTrackingTimezone ?? 'UTC' };
  const language = firstSpoken(await findLanguage(runtime.db, claimed, userId), settings?.language);
  const written = await kind.write(claimed, { institution, administrator, language }, call);
  return sendNoted(written, { runtime, config, to: { institutionId, userId } });
}

const READ_MS = 30_000;
