import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { heading, section } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { languageOptions, t } from '../../components/language.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { fieldFaults, refuseFaults } from '../../route/sent-form.ts';

const ACCOUNT = '/console/account';
const PATH = '/account/language';

/** Chooses the language of the console and of emails to the administrator. The last choice counts. */
export const setLanguage = screen({
  path: PATH,
  success: () => t.words.saved,
  view: (visit, state) => ({
    title: t.words.language,
    isNarrow: true,
    body: html`${heading({ title: t.words.language, parent: { href: ACCOUNT, title: t.account.title } })}${form(state, { fields: fieldsOf(visit), submit: t.words.save, cancel: ACCOUNT })}`,
  }),
  async submit({ send, values, ...visit }) {
    refuseFaults(fieldFaults(fieldsOf(visit), values, true));
    await send(AdministratorService.method.setOwnLanguage, { language: values.language ?? '' });
    return { to: ACCOUNT };
  },
});

/** The same form as a part of the account. @param key of a form that is shown now */
export function languageSection(visit: Pick<SessionVisit, 'session' | 'languages'>, key: string): Html {
  const state = { values: {}, faults: {}, key };
  const shown = form(state, { action: `/console${PATH}`, fields: fieldsOf(visit), submit: t.words.save });
  return section('languages', t.words.language, shown);
}

function fieldsOf({ session, languages }: Pick<SessionVisit, 'session' | 'languages'>): Field[] {
  const { ownLanguage } = session;
  return [
    {
      kind: 'select',
      name: 'language',
      label: t.words.language,
      value: ownLanguage,
      options: [['', t.settings.asBrowser], ...languageOptions(languages, ownLanguage)],
      help: t.account.aboutLanguage,
    },
  ];
}
