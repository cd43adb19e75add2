import { command } from '../../../platform/handler/command.ts';
import { ProblemMailService } from '../../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { choose } from '../problem-mail/choose.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';

/** The caller gets no more email about problems. */
export const stopProblemMail = command(ProblemMailService.method.stopProblemMail, {
  async run(tx, { precondition }, context) {
    await choose(tx, administratorOf(context.actor), { isWanted: false, precondition }, context);
    return { response: {} };
  },
});
