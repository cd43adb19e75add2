import { query } from '../../../platform/handler/query.ts';
import { ProblemMailService } from '../../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { openIdConfig } from '../config.ts';
import { unsubscribeTokens } from '../sign-in/owner-token.ts';

/** Whether a link from an email is one of ours. It says nothing of whom it is for. */
export const checkUnsubscribeLink = query(
  ProblemMailService.method.checkUnsubscribeLink,
  async (_, { token }, { runtime }) => ({
    isValid: unsubscribeTokens.open(openIdConfig(runtime).keys, token) !== null,
  }),
);
