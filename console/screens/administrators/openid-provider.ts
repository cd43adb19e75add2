import { roleNames, roleOf } from '../../../platform/core/roles.ts';
import { type OpenIdProvider, OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { heading } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { sentenceCase } from '../../components/labels.ts';
import { type ChangedRecord, changeScreen, type Fact } from '../../route/change-screen.ts';
import type { Values } from '../../route/opened-form.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { changesSince } from '../audit/changes-since.ts';
import { callbackCode } from './openid-section.ts';

/** The provider of the institution as its forms change it. */
export const changedProvider: ChangedRecord<OpenIdProvider | undefined> = {
  name: () => 'the provider',
  read: async ({ call }) => (await call(OpenIdService.method.getOpenIdProvider, {})).provider,
  revisionOf: (provider) => provider?.revision ?? '',
  // An institution has one at most.
  changesSince: (visit, _provider, revision) => changesSince(visit, { resourceKind: 'openid_provider' }, revision),
};

/** The fact that its confirmation shows. */
export function issuerFact(provider: OpenIdProvider | undefined): Fact {
  const value = provider?.issuer ?? '';
  return { name: 'issuer', label: 'Issuer', value, words: value === '' ? 'none' : `“${value}”` };
}

const LIST = '/console/administrators';

/** Sets or changes the provider at which administrators sign in. */
export const setOpenId = changeScreen(changedProvider, {
  path: '/administrators/openid',
  success: () => 'The provider was saved. Try it before you rely on it.',
  next: () => LIST,
  fields: (_visit, provider) => [
    {
      name: 'issuer',
      label: 'Issuer',
      kind: 'url',
      required: true,
      maxLength: 255,
      value: provider?.issuer ?? '',
      help: 'Such as https://id.example.org',
    },
    { name: 'clientId', label: 'Client ID', required: true, maxLength: 255, value: provider?.clientId ?? '' },
    {
      name: 'clientSecret',
      label: 'Client secret',
      kind: 'password',
      required: !provider,
      maxLength: 1024,
      help: provider
        ? `${SECRET_HELP} Leave it empty to keep the stored one, for the same issuer and client.`
        : SECRET_HELP,
    },
    {
      kind: 'check',
      name: 'confirmsAddresses',
      label: 'Confirms its addresses',
      value: provider?.confirmsAddresses ? '1' : '',
      help: 'For a provider that does not say of each email address whether it is verified, such as Entra ID. Tick it only if nobody can choose the address of their account there: whoever has an administrator’s address is signed in.',
    },
    {
      name: 'rolesClaim',
      label: 'Roles claim',
      maxLength: 255,
      value: provider?.rolesClaim ?? '',
      help: 'If the provider says who has which role: the claim of its ID token or user information, such as groups. It then decides at each sign-in with it. Leave it empty to give roles here.',
    },
    ...roleNames.map(
      (name): Field => ({
        name: `${name}Value`,
        label: `${sentenceCase(name)} value`,
        maxLength: 255,
        value: provider?.roleValues.find(({ role }) => role === roleOf(name))?.value ?? '',
      }),
    ),
  ],
  view: ({ site }, { record, fields, ...state }) => ({
    title: 'Sign-in by OpenID Connect',
    isNarrow: true,
    body: html`${heading({
      title: 'Sign-in by OpenID Connect',
      parent: { href: LIST, title: 'Administrators' },
      about:
        'Register the console as a client of your identity provider (authorization code flow, scopes openid and email). Then enter what the provider gives you.',
    })}${callbackCode(site)}${form(state, { fields, submit: record ? 'Save' : 'Set up', cancel: LIST })}`,
  }),
  async save({ send, values: { issuer = '', clientId = '', clientSecret = '', ...values }, precondition }) {
    const secret = clientSecret === '' ? {} : { clientSecret };
    const confirmsAddresses = values.confirmsAddresses === '1';
    const providedRoles = rolesSent(values);
    const provider = { issuer, clientId, ...secret, confirmsAddresses, providedRoles };
    await send(OpenIdService.method.setOpenIdProvider, { ...provider, precondition });
    return undefined;
  },
});

/** How the provider gives roles, as the form says. */
function rolesSent({ rolesClaim: claim = '', ...sent }: Values) {
  const values = roleNames.flatMap((name) => {
    const value = sent[`${name}Value`] ?? '';
    return value === '' ? [] : [{ role: roleOf(name), value }];
  });
  if (claim === '' && values.length > 0) refuseFaults({ rolesClaim: 'Fill this in, or empty the values below.' });
  if (claim !== '' && values.length === 0)
    refuseFaults({ ownerValue: 'Fill in the value of a role at least, or empty Roles claim.' });
  return { claim, values };
}

const SECRET_HELP = 'Stored encrypted, and never shown again.';

/** Ends the sign-in at the institution's provider. */
export const switchOffOpenId = changeScreen(changedProvider, {
  path: '/administrators/openid/switch-off',
  success: () => 'Sign-in by OpenID Connect is switched off.',
  next: () => '/console/administrators',
  facts: (_visit, provider) => [issuerFact(provider)],
  view: (_visit, state) => ({
    title: 'Switch off OpenID Connect',
    body: confirmation(state, {
      title: 'Switch off sign-in by OpenID Connect?',
      consequences: [
        'Administrators without a passkey will need a link to sign in.',
        'The client secret will be deleted. You will need it to switch this back on.',
        'Current sessions will continue until they end.',
      ],
      act: 'Switch off',
      back: '/console/administrators',
    }),
  }),
  async save({ send, precondition }) {
    await send(OpenIdService.method.removeOpenIdProvider, { precondition });
    return undefined;
  },
});
