import type { Fault } from '../fault.ts';

/** Faults of email to administrators. */
export const email: readonly Fault[] = [
  {
    name: 'An administrator gets more than one email about problems a day',
    file: 'services/identity/store/problem-mails.ts',
    find: 'AND coalesce(m.mailed_at <= ${DAY_AGO}, true) AND ${isActiveUser',
    replace: 'AND ${isActiveUser',
  },
  {
    name: 'A mail scanner that opens the link in an email ends the emails',
    file: 'console/screens/unsubscribe/unsubscribe.ts',
    find: 'call(ProblemMailService.method.checkUnsubscribeLink, { token })',
    replace: 'call(ProblemMailService.method.unsubscribeWithLink, { token })',
  },
  {
    name: 'An email tells of the secrets of another institution',
    file: 'services/identity/store/integrations.ts',
    find: 'WHERE i.institution_id = ${$.institutionId} ORDER BY i.created_at',
    replace: 'WHERE ${$.institutionId}::uuid IS NOT NULL ORDER BY i.created_at',
  },
  {
    name: 'An email whose fate is unknown is sent again',
    file: 'services/identity/problem-mail/mail-worker.ts',
    find: "else if (result !== 'unknown') releaseMail",
    replace: 'else releaseMail',
  },
];
