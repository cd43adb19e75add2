import { type Passkey, PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import type { TextField } from '../../components/control.ts';
import { heading, linkButton, section } from '../../components/elements.ts';
import { type FormState, form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { passkeyForm } from '../../components/passkey-form.ts';
import { table } from '../../components/table.ts';
import { date, time } from '../../components/time.ts';
import { Failure } from '../../http/failure.ts';
import { type SessionVisit, screen, type Visit } from '../../route/screen.ts';

/** The field for a passkey's name. */
function passkeyName(): TextField {
  return { name: 'name', label: t.words.name, required: true, maxLength: 100 };
}

/** The administrator's passkeys, and the form that registers another one. */
export function passkeysSection(
  passkeys: readonly Passkey[],
  { present, site }: Pick<Visit, 'present' | 'site'>,
  state: FormState,
): Html {
  const list = table<Passkey>({
    label: t.account.passkeys,
    rows: passkeys,
    columns: [
      { head: t.words.name, cell: ({ name }) => name },
      { head: t.words.created, cell: ({ createdAt }) => date(createdAt, present) },
      {
        head: t.words.lastUsed,
        cell: ({ lastUsedAt }) =>
          lastUsedAt === undefined ? html`<span class="muted">${t.words.never}</span>` : time(lastUsedAt, present),
      },
      {
        head: t.words.action,
        kind: 'action',
        cell: ({ id, name }) =>
          html`${linkButton(`/console/account/passkeys/${id}/rename`, t.words.rename, 'plain', name)} ${linkButton(`/console/account/passkeys/${id}/remove`, t.words.remove, 'danger', name)}`,
      },
    ],
    empty: {
      title: t.account.noPasskeys,
      text: t.account.noPasskeysText,
    },
  });
  const registration =
    passkeys.length < MAX_PASSKEYS
      ? passkeyForm({
          form: form(state, {
            fields: [{ ...passkeyName(), help: t.account.whereKept }],
            submit: t.account.register,
          }),
          options: '/console/account/passkeys/options',
          site,
        })
      : html`<p class="message warn">${t.account.tooManyPasskeys(MAX_PASSKEYS)}</p>`;
  return html`${section('passkeys', t.account.passkeys, list)}
${section('register', passkeys.length > 0 ? t.account.registerAnother : t.account.registerTitle, registration)}`;
}

/** As identity has it. */
const MAX_PASSKEYS = 20;

/** The administrator's passkey that a page's address names. */
export async function passkeyOf({ call, params: { id } }: Pick<SessionVisit, 'call' | 'params'>): Promise<Passkey> {
  const { passkeys } = await call(PasskeyService.method.listPasskeys, {});
  const found = passkeys.find((each) => each.id === id);
  if (!found) throw new Failure(404);
  return found;
}

/** The options with which the browser creates a passkey for the administrator. */
export const registrationOptions = screen({
  path: '/account/passkeys/options',
  async submit({ send, site: { relyingParty } }) {
    const { options } = await send(PasskeyService.method.beginPasskeyRegistration, { relyingParty });
    return { json: options };
  },
});

/** Removes one of the administrator's passkeys. */
export const removePasskey = screen({
  path: '/account/passkeys/{id}/remove',
  success: () => t.account.passkeyRemoved,
  async view(visit, state) {
    const { name } = await passkeyOf(visit);
    return {
      title: t.account.removeTitle(name),
      body: confirmation(state, {
        title: t.account.removeQuestion(name),
        consequences: [t.account.removeOnDevice, t.account.removeSessions],
        act: t.words.remove,
        back: '/console/account',
      }),
    };
  },
  async submit({ send, params: { id = '' } }) {
    await send(PasskeyService.method.removePasskey, { id });
    return { to: '/console/account' };
  },
});

/** Gives one of the administrator's passkeys another name. */
export const renamePasskey = screen({
  path: '/account/passkeys/{id}/rename',
  success: () => t.account.passkeyRenamed,
  async view(visit, state) {
    const { name } = await passkeyOf(visit);
    return {
      title: t.account.renameTitle(name),
      isNarrow: true,
      body: html`${heading({ title: t.words.rename, parent: { href: '/console/account', title: t.account.title }, about: t.account.aboutRename(name) })}${form(
        state,
        { fields: [{ ...passkeyName(), value: name }], submit: t.words.rename, cancel: '/console/account' },
      )}`,
    };
  },
  async submit({ send, params: { id = '' }, values: { name = '' } }) {
    await send(PasskeyService.method.renamePasskey, { id, name });
    return { to: '/console/account' };
  },
});
