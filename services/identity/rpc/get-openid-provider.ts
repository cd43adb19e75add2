import { query } from '../../../platform/handler/query.ts';
import { OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { findFailure } from '../store/openid-failures.ts';
import { findProvider, providerMessage } from '../store/openid-providers.ts';

/** The institution's provider, without its secret, and why the last sign-in with it has failed. */
export const getOpenIdProvider = query(OpenIdService.method.getOpenIdProvider, async (db, _, { actor }) => {
  const provider = await findProvider(db, actor);
  return provider ? { provider: providerMessage(provider), lastFailure: await findFailure(db, provider) } : {};
});
