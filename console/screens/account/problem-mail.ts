import { type ProblemMail, ProblemMailService } from '../../../proto/gen/lyceum/identity/v1/problem_mail_pb.ts';
import { heading, section } from '../../components/elements.ts';
import { type CheckField, form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { Failure } from '../../http/failure.ts';
import { type ChangedRecord, changeScreen } from '../../route/change-screen.ts';
import { shownIn, writeOpened } from '../../route/opened-form.ts';
import type { SessionVisit } from '../../route/screen.ts';

const ACCOUNT = '/console/account';
const PATH = '/account/problem-email';

/** Whether the administrator gets email about problems; there is no such thing without a mail server. */
const changedProblemMail: ChangedRecord<ProblemMail> = {
  name: () => t.account.thisSetting,
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
  success: () => t.words.saved,
  next: () => ACCOUNT,
  fields: (_visit, problemMail) => [fieldOf(problemMail)],
  view: (_visit, { record: _record, fields, ...state }) => ({
    title: t.words.email,
    isNarrow: true,
    body: html`${heading({ title: t.words.email, parent: { href: ACCOUNT, title: t.account.title } })}${form(state, { fields, submit: t.words.save, cancel: ACCOUNT })}`,
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
  return section('email', t.words.email, form(state, { action: `/console${PATH}`, fields, submit: t.words.save }));
}

function fieldOf({ isWanted }: ProblemMail): CheckField {
  return {
    kind: 'check',
    name: 'problemEmail',
    label: t.account.emailMe,
    value: isWanted ? '1' : '',
    help: t.account.aboutEmail,
  };
}
