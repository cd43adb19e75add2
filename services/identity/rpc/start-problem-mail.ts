import { command } from '../../../platform/handler/command.ts';
import { ProblemMailService } from '../../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { choose } from '../problem-mail/choose.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';

/** The caller gets email about problems from now on. */
export const startProblemMail = command(ProblemMailService.method.startProblemMail, {
  async run(tx, { precondition }, context) {
    await choose(tx, administratorOf(context.actor), { isWanted: true, precondition }, context);
    return { response: {} };
  },
});
