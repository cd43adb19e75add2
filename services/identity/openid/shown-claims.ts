import type { MessageInitShape } from '@bufbuild/protobuf';
import { shortened } from '../../../platform/core/table/row-fault.ts';
import type { OpenIdFault, OpenIdTrialResultSchema } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import type { OpenIdProviderRow } from '../store/openid-providers.ts';

/** What a provider has said of a person, whether Lyceum can use it or not. */
export type Claims = Readonly<Record<string, unknown>>;

/** For an administrator who tries the provider: the claims that Lyceum needs, whether they fit, and the other names. */
export function shownClaims(
  claims: Claims,
  { rolesClaim, confirmsAddresses }: Pick<OpenIdProviderRow, 'rolesClaim' | 'confirmsAddresses'>,
  fault: keyof typeof OpenIdFault,
): Pick<MessageInitShape<typeof OpenIdTrialResultSchema>, 'claims' | 'otherClaims'> {
  if (Object.keys(claims).length === 0) return {};
  const { email_verified: said } = claims;
  const isConfirmed = said === true || said === 'true' || (said === undefined && confirmsAddresses);
  const needed: readonly (readonly [name: string, fits: boolean])[] = [
    ['sub', claims.sub !== undefined && fault !== 'OTHER_ACCOUNT'],
    ['email', claims.email !== undefined && !OF_ADDRESS.has(fault)],
    ['email_verified', isConfirmed],
    ...(rolesClaim === null ? [] : [[rolesClaim, claims[rolesClaim] !== undefined && fault !== 'NO_ROLE'] as const]),
  ];
  const names = new Set(needed.map(([name]) => name));
  return {
    claims: needed.map(([name, fits]) => {
      const value = claims[name];
      return { name, fits, ...(value !== undefined && { value: textOf(value) }) };
    }),
    otherClaims: Object.keys(claims)
      .filter((name) => !names.has(name) && PRINTABLE.test(name))
      .slice(0, MAX_OTHERS),
  };
}

function textOf(value: unknown): string {
  return shortened(typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value));
}

/** The faults of an address. */
const OF_ADDRESS: ReadonlySet<string> = new Set(['NO_ADDRESS', 'NOBODY', 'NO_ADMINISTRATOR']);
const PRINTABLE = /^[\x21-\x7e]{1,60}$/;
const MAX_OTHERS = 20;
