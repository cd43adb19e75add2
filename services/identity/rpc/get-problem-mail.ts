import { query } from '../../../platform/handler/query.ts';
import { ProblemMailService } from '../../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { mailConfig } from '../config.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { findChoice } from '../store/problem-mails.ts';

/** Whether the caller gets email about problems. */
export const getProblemMail = query(ProblemMailService.method.getProblemMail, async (db, _, { actor, runtime }) => {
  const { institutionId, userId } = administratorOf(actor);
  if (!mailConfig(runtime)) return {};
  return { problemMail: (await findChoice(db, { institutionId, userId })) ?? {} };
});
