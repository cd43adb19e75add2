import type { Runtime } from '../../../platform/handler/runtime.ts';
import type { MailConfig } from '../config.ts';
import { mailCounts } from './mail-counts.ts';
import { type MailResult, sendMail } from './mail-server.ts';
import type { Mail } from './write-mail.ts';

interface Sending {
  readonly runtime: Runtime;
  readonly config: MailConfig;
  /** For the log, which has no address. */
  readonly to: { readonly institutionId: string; readonly userId: string };
}

/** Sends an email to an administrator, and notes in metrics and log what became of it. */
export async function sendNoted(mail: Mail, { runtime, config, to }: Sending): Promise<MailResult> {
  const { result, error, reason } = await sendMail(mail, config);
  mailCounts(runtime)[result === 'sent' ? 'sent' : 'failed']++;
  if (error) {
    const { institutionId, userId } = to;
    runtime.log.warn({ institutionId, userId, result, reason }, 'cannot send an email about problems; retrying');
    runtime.log.debug({ err: error }, 'an email about problems was not sent');
  }
  return result;
}
