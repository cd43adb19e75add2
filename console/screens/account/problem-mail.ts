import { type ProblemMail, ProblemMailService } from '../../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { heading, section } from '../../components/elements.ts';
import { type CheckField, form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { Failure } from '../../http/failure.ts';
import { type ChangedRecord, changeScreen } from '../../route/change-screen.ts';
import { shownIn, writeOpened } from '../../route/opened-form.ts';
import type { SessionVisit } from '../../route/screen.ts';

const ACCOUNT = '/console/account';
const PATH = '/account/problem-email';

/** Whether the administrator gets email about problems; there is no such thing without a mail server. */
const changedProblemMail: ChangedRecord<ProblemMail> = {
  name: 'this setting',
  async read({ call }) {
    const { problemMail } = await call(ProblemMailService.method.getProblemMail, {});
    if (!problemMail) throw new Failure(404);
    return problemMail;
  },
  revisionOf: ({ revision }) => revision,
  // Only the administrator can change it: in another window, or by the link in an email.
  changesSince: async ({ session }, { changedAt }) =>
    changedAt === undefined ? undefined : [{ by: session.userName, at: changedAt }],
};

/** Starts or ends email about problems. */
export const setProblemMail = changeScreen(changedProblemMail, {
  path: PATH,
  success: 'Saved.',
  next: () => ACCOUNT,
  fields: (_visit, problemMail) => [fieldOf(problemMail)],
  view: (_visit, { record: _record, fields, ...state }) => ({
    title: 'Email',
    isNarrow: true,
    body: html`${heading({ title: 'Email', parent: { href: ACCOUNT, title: 'Account' } })}${form(state, { fields, submit: 'Save', cancel: ACCOUNT })}`,
  }),
  async save({ send, changed: { problemEmail }, precondition }) {
    if (problemEmail === '1') await send(ProblemMailService.method.startProblemMail, { precondition });
    else await send(ProblemMailService.method.stopProblemMail, { precondition });
    return undefined;
  },
});

/** The same form as a part of the account; nothing without a mail server. @param key of a form that is shown now */
export async function problemMailSection({ call }: Pick<SessionVisit, 'call'>, key: string): Promise<Html | undefined> {
  const { problemMail } = await call(ProblemMailService.method.getProblemMail, {});
  if (!problemMail) return undefined;
  const fields = [fieldOf(problemMail)];
  const opened = writeOpened({ revision: problemMail.revision, values: shownIn(fields) });
  const state = { values: {}, faults: {}, key, opened };
  return section('email', 'Email', form(state, { action: `/console${PATH}`, fields, submit: 'Save' }));
}

function fieldOf({ isWanted }: ProblemMail): CheckField {
  return {
    kind: 'check',
    name: 'problemEmail',
    label: 'Email me about problems',
    value: isWanted ? '1' : '',
    help: 'Webhooks that were switched off, secrets that end within a week, integrations near their limit: when there is something new, and at most once a day.',
  };
}
