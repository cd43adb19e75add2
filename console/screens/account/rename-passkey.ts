import { PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { passkeyOf } from './passkey-of.ts';
import { passkeyName } from './passkeys.ts';

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
