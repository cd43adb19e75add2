import type { OpenIdFault } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';

/** Why nobody can sign in with a provider, or could not this time. */
export class OpenIdFailure extends Error {
  readonly fault: keyof typeof OpenIdFault;
  /** What the provider says, where that is printable ASCII. */
  readonly detail: string;

  constructor(
    fault: keyof typeof OpenIdFault,
    { detail, cause }: { readonly detail?: unknown; readonly cause?: unknown } = {},
  ) {
    super('the provider cannot be used', { cause });
    this.name = 'OpenIdFailure';
    this.fault = fault;
    this.detail = typeof detail === 'string' && PRINTABLE.test(detail) ? detail : '';
  }
}

/** As the contract has it. */
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;
