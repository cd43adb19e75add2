import { OpenIdFault } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';

/** Why nobody can sign in with the provider, or could not once: exactly, for administrators. */
export function openIdFaultText(fault: OpenIdFault, detail: string): string {
  if (fault === OpenIdFault.INVALID && detail !== '')
    return `The provider writes its issuer as ${detail}. Enter it like that: the slash at the end counts.`;
  const text = TEXTS[fault] ?? '';
  return detail === '' ? text : `${text} It said: ${detail}.`;
}

const TEXTS: Readonly<Record<OpenIdFault, string>> = {
  [OpenIdFault.UNSPECIFIED]: '',
  [OpenIdFault.UNREACHABLE]: 'The provider cannot be reached, or requests to its address are not allowed.',
  [OpenIdFault.INVALID]: 'There is no provider with this issuer at this address.',
  [OpenIdFault.CLIENT_REFUSED]: 'The provider refused the client ID or the client secret.',
  [OpenIdFault.DENIED]: 'The provider did not let the person sign in.',
  [OpenIdFault.CODE_REFUSED]: 'The provider gave no tokens for its code.',
  [OpenIdFault.WRONG_ANSWER]: 'What came back was not the provider’s answer to this sign-in.',
  [OpenIdFault.NO_ADDRESS]: 'The provider named no email address that a person here could have.',
  [OpenIdFault.UNCONFIRMED]:
    'The provider did not say whether the email address is verified. If it confirms all its addresses, tick Confirms its addresses under Change.',
  [OpenIdFault.NOT_CONFIRMED]: 'The provider said that the email address is not verified.',
  [OpenIdFault.NOBODY]: 'The provider confirmed an email address that no active person here has.',
  [OpenIdFault.NO_ADMINISTRATOR]: 'The provider confirmed the email address of somebody who is no administrator.',
};
