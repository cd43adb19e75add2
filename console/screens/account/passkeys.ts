import { type Passkey, PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import type { TextField } from '../../components/control.ts';
import { heading, linkButton, section } from '../../components/elements.ts';
import { type FormState, form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { passkeyForm } from '../../components/passkey-form.ts';
import { table } from '../../components/table.ts';
import { date, time } from '../../components/time.ts';
import { Failure } from '../../http/failure.ts';
import { type SessionVisit, screen, type Visit } from '../../route/screen.ts';

/** The field for a passkey's name. */
export const passkeyName: TextField = { name: 'name', label: 'Name', required: true, maxLength: 100 };

/** The administrator's passkeys, and the form that registers another one. */
export function passkeysSection(
  passkeys: readonly Passkey[],
  { present, site }: Pick<Visit, 'present' | 'site'>,
  state: FormState,
): Html {
  const list = table<Passkey>({
    label: 'Passkeys',
    rows: passkeys,
    columns: [
      { head: 'Name', cell: ({ name }) => name },
      { head: 'Created', cell: ({ createdAt }) => date(createdAt, present) },
      {
        head: 'Last used',
        cell: ({ lastUsedAt }) =>
          lastUsedAt === undefined ? html`<span class="muted">Never</span>` : time(lastUsedAt, present),
      },
      {
        head: 'Action',
        kind: 'action',
        cell: ({ id, name }) =>
          html`${linkButton(`/console/account/passkeys/${id}/rename`, 'Rename', 'plain', name)} ${linkButton(`/console/account/passkeys/${id}/remove`, 'Remove', 'danger', name)}`,
      },
    ],
    empty: {
      title: 'No passkeys',
      text: 'Sign in with your fingerprint, face or device PIN instead of a link.',
    },
  });
  const registration =
    passkeys.length < MAX_PASSKEYS
      ? passkeyForm({
          form: form(state, {
            fields: [{ ...passkeyName, help: 'Where you keep it, such as “Laptop” or “Security key”.' }],
            submit: 'Register passkey',
          }),
          options: '/console/account/passkeys/options',
          site,
        })
      : html`<p class="message warn">You already have ${MAX_PASSKEYS} passkeys. Remove one first.</p>`;
  return html`${section('passkeys', 'Passkeys', list)}
${section('register', passkeys.length > 0 ? 'Register another one' : 'Register a passkey', registration)}`;
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
  success: 'The passkey was removed.',
  async view(visit, state) {
    const { name } = await passkeyOf(visit);
    return {
      title: `Remove ${name}`,
      body: confirmation(state, {
        title: `Remove the passkey “${name}”?`,
        consequences: [
          'You will no longer be able to sign in with it. Delete it from your device, too: the console can’t.',
          'Sessions started with it will continue until you end them.',
        ],
        act: 'Remove',
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
  success: 'The passkey was renamed.',
  async view(visit, state) {
    const { name } = await passkeyOf(visit);
    return {
      title: `Rename ${name}`,
      isNarrow: true,
      body: html`${heading({ title: 'Rename', parent: { href: '/console/account', title: 'Account' }, about: `The passkey “${name}” stays as it is on its device.` })}${form(
        state,
        { fields: [{ ...passkeyName, value: name }], submit: 'Rename', cancel: '/console/account' },
      )}`,
    };
  },
  async submit({ send, params: { id = '' }, values: { name = '' } }) {
    await send(PasskeyService.method.renamePasskey, { id, name });
    return { to: '/console/account' };
  },
});
