import { requireOpen } from '../../../platform/data/standstill/fence.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { ProblemMailService } from '../../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { mailConfig, openIdConfig } from '../config.ts';
import { choose } from '../problem-mail/choose.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { unsubscribeTokens } from '../sign-in/owner-token.ts';
import { findChoice } from '../store/problem-mails.ts';

/** Whether the caller gets email about problems. */
export const getProblemMail = query(ProblemMailService.method.getProblemMail, async (db, _, { actor, runtime }) => {
  const { institutionId, userId } = administratorOf(actor);
  if (!mailConfig(runtime)) return {};
  return { problemMail: (await findChoice(db, { institutionId, userId })) ?? {} };
});

/** The caller gets email about problems from now on. */
export const startProblemMail = command(ProblemMailService.method.startProblemMail, {
  async run(tx, { precondition }, context) {
    await choose(tx, administratorOf(context.actor), { isWanted: true, precondition }, context);
    return { response: {} };
  },
});

/** The caller gets no more email about problems. */
export const stopProblemMail = command(ProblemMailService.method.stopProblemMail, {
  async run(tx, { precondition }, context) {
    await choose(tx, administratorOf(context.actor), { isWanted: false, precondition }, context);
    return { response: {} };
  },
});

/** Whether a link from an email is one of ours. It says nothing of whom it is for. */
export const checkUnsubscribeLink = query(
  ProblemMailService.method.checkUnsubscribeLink,
  async (_, { token }, { runtime }) => ({
    isValid: unsubscribeTokens.open(openIdConfig(runtime).keys, token) !== null,
  }),
);

/** Whoever got the email with this link gets no more. */
export const unsubscribeWithLink = command(ProblemMailService.method.unsubscribeWithLink, {
  of: 'own',
  async run(tx, { token }, context) {
    const owner = unsubscribeTokens.open(openIdConfig(context.runtime).keys, token);
    if (!owner) return { response: { isValid: false } };
    requireOpen(tx, owner.institutionId);
    await choose(tx, owner, { isWanted: false }, context);
    return { response: { isValid: true } };
  },
});
