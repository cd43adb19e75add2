import { roleNames, roleOf } from '../../../platform/core/roles.ts';
import { type OpenIdProvider, OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { heading } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { type ChangedRecord, changeScreen, type Fact } from '../../route/change-screen.ts';
import type { Values } from '../../route/opened-form.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { changesSince } from '../audit/changes-since.ts';
import { LIST, listParent } from './administrator-of.ts';
import { callbackCode } from './openid-section.ts';

/** The provider of the institution as its forms change it. */
export const changedProvider: ChangedRecord<OpenIdProvider | undefined> = {
  name: () => t.administrators.theProvider,
  read: async ({ call }) => (await call(OpenIdService.method.getOpenIdProvider, {})).provider,
  revisionOf: (provider) => provider?.revision ?? '',
  // An institution has one at most.
  changesSince: (visit, _provider, revision) => changesSince(visit, { resourceKind: 'openid_provider' }, revision),
};

/** The fact that its confirmation shows. */
export function issuerFact(provider: OpenIdProvider | undefined): Fact {
  const value = provider?.issuer ?? '';
  return {
    name: 'issuer',
    label: t.administrators.issuer,
    value,
    words: value === '' ? t.parts.none : t.parts.quoted(value),
  };
}

/** Sets or changes the provider at which administrators sign in. */
export const setOpenId = changeScreen(changedProvider, {
  path: '/administrators/openid',
  success: () => t.administrators.providerSaved,
  next: () => LIST,
  fields: (_visit, provider) => [
    {
      name: 'issuer',
      label: t.administrators.issuer,
      kind: 'url',
      required: true,
      maxLength: 255,
      value: provider?.issuer ?? '',
      help: t.administrators.issuerHelp,
    },
    {
      name: 'clientId',
      label: t.administrators.clientId,
      required: true,
      maxLength: 255,
      value: provider?.clientId ?? '',
    },
    {
      name: 'clientSecret',
      label: t.administrators.clientSecret,
      kind: 'password',
      required: !provider,
      maxLength: 1024,
      help: provider ? `${t.administrators.secretHelp} ${t.administrators.keepSecret}` : t.administrators.secretHelp,
    },
    {
      kind: 'check',
      name: 'confirmsAddresses',
      label: t.administrators.confirmsAddresses,
      value: provider?.confirmsAddresses ? '1' : '',
      help: t.administrators.confirmsHelp,
    },
    {
      name: 'rolesClaim',
      label: t.administrators.rolesClaim,
      maxLength: 255,
      value: provider?.rolesClaim ?? '',
      help: t.administrators.claimHelp,
    },
    ...roleNames.map(
      (name): Field => ({
        name: `${name}Value`,
        label: t.administrators.valueOf(t.roles[name]),
        maxLength: 255,
        value: provider?.roleValues.find(({ role }) => role === roleOf(name))?.value ?? '',
      }),
    ),
  ],
  view: ({ site }, { record, fields, ...state }) => ({
    title: t.administrators.openId,
    isNarrow: true,
    body: html`${heading({
      title: t.administrators.openId,
      parent: listParent(),
      about: t.administrators.aboutProvider,
    })}${callbackCode(site)}${form(state, { fields, submit: record ? t.words.save : t.administrators.setUp, cancel: LIST })}`,
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
  if (claim === '' && values.length > 0) refuseFaults({ rolesClaim: t.administrators.claimMissing });
  if (claim !== '' && values.length === 0) refuseFaults({ ownerValue: t.administrators.valueMissing });
  return { claim, values };
}

/** Ends the sign-in at the institution's provider. */
export const switchOffOpenId = changeScreen(changedProvider, {
  path: '/administrators/openid/switch-off',
  success: () => t.administrators.switchedOff,
  next: () => LIST,
  facts: (_visit, provider) => [issuerFact(provider)],
  view: (_visit, state) => ({
    title: t.administrators.switchOffTitle,
    body: confirmation(state, {
      title: t.administrators.switchOffQuestion,
      consequences: [t.administrators.needLink, t.administrators.secretGoes, t.administrators.sessionsStay],
      act: t.administrators.switchOff,
      back: LIST,
    }),
  }),
  async save({ send, precondition }) {
    await send(OpenIdService.method.removeOpenIdProvider, { precondition });
    return undefined;
  },
});
