import { command } from '../../../platform/handler/command.ts';
import { ProblemMailService } from '../../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { openIdConfig } from '../config.ts';
import { choose } from '../problem-mail/choose.ts';
import { unsubscribeTokens } from '../sign-in/owner-token.ts';

/** Whoever got the email with this link gets no more. */
export const unsubscribeWithLink = command(ProblemMailService.method.unsubscribeWithLink, {
  async run(tx, { token }, context) {
    const owner = unsubscribeTokens.open(openIdConfig(context.runtime).keys, token);
    if (owner) await choose(tx, owner, { isWanted: false }, context);
    return { response: { isValid: owner !== null } };
  },
});
