import { type OpenIdProvider, OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import type { ChangedRecord, Fact } from '../../route/change-screen.ts';
import { changesSince } from '../audit/changes-since.ts';

/** The provider of the institution as its forms change it. */
export const changedProvider: ChangedRecord<OpenIdProvider | undefined> = {
  name: 'the provider',
  read: async ({ call }) => (await call(OpenIdService.method.getOpenIdProvider, {})).provider,
  revisionOf: (provider) => provider?.revision ?? '',
  // An institution has one at most.
  changesSince: (visit, _provider, revision) => changesSince(visit, { resourceKind: 'openid_provider' }, revision),
};

/** What its confirmation shows of it. */
export function issuerFact(provider: OpenIdProvider | undefined): Fact {
  const value = provider?.issuer ?? '';
  return { name: 'issuer', label: 'Issuer', value, words: value === '' ? 'none' : `“${value}”` };
}
