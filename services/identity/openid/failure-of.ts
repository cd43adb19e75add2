import type { RowOf } from '../../../libraries/typed-sql/index.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import type { openidFailures } from '../store/openid-failures.ts';
import { OpenIdFailure } from './openid-failure.ts';

interface At {
  readonly now: number;
  readonly runtime: Pick<Runtime, 'log'>;
}

/** Logs why a sign-in has failed; returns it as administrators are shown it. Throws every other error. */
export function failureOf(
  error: unknown,
  { institutionId }: { readonly institutionId: string },
  { now, runtime: { log } }: At,
): RowOf<typeof openidFailures> {
  if (!(error instanceof OpenIdFailure)) throw error;
  const { fault, detail, cause } = error;
  log.info(
    { institutionId, fault, detail, ...(cause !== undefined && { err: cause }) },
    'a sign-in with OpenID Connect failed',
  );
  return { institutionId, failedAt: toInstantText(now), fault, detail };
}
