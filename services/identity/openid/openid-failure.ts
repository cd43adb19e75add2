import type { RowOf } from '../../../libraries/typed-sql/index.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import type { OpenIdFault } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import type { openidFailures } from '../store/openid-failures.ts';
import type { OpenIdProviderRow } from '../store/openid-providers.ts';

/** Why sign-ins with a provider fail, or one has failed. */
export class OpenIdFailure extends Error {
  readonly fault: keyof typeof OpenIdFault;
  /** The provider's own message, if it is printable ASCII. */
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

interface At {
  readonly now: number;
  readonly runtime: Pick<Runtime, 'log'>;
}

/** Logs why a sign-in has failed; returns it as administrators are shown it. Throws every other error. */
export function failureOf(
  error: unknown,
  { institutionId, revision }: Pick<OpenIdProviderRow, 'institutionId' | 'revision'>,
  { now, runtime: { log } }: At,
): RowOf<typeof openidFailures> {
  if (!(error instanceof OpenIdFailure)) throw error;
  const { fault, detail, cause: err } = error;
  log.info({ institutionId, fault, detail, ...(err !== undefined && { err }) }, 'a sign-in with OpenID Connect failed');
  return { institutionId, revision, failedAt: toInstantText(now), fault, detail };
}

/** As the contract has it. */
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;
