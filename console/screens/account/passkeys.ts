import type { Passkey } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { linkButton } from '../../components/button.ts';
import type { TextField } from '../../components/control.ts';
import { type FormState, form } from '../../components/form.ts';
import { section } from '../../components/heading.ts';
import { type Html, html } from '../../components/html.ts';
import { passkeyForm } from '../../components/passkey-form.ts';
import { table } from '../../components/table.ts';
import { date, time } from '../../components/time.ts';
import type { Visit } from '../../route/screen.ts';

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
