import { query } from '../../../platform/handler/query.ts';
import { OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { openIdConfig } from '../config.ts';
import { refuse } from '../domain/refusals.ts';
import { clientOf } from '../openid/client-of.ts';
import { tryProvider } from '../openid/openid-client.ts';
import { findProvider } from '../store/openid-providers.ts';

/** Whether the institution's provider answers as it should. */
export const tryOpenIdProvider = query(OpenIdService.method.tryOpenIdProvider, async (db, _, { actor, runtime }) => {
  const provider = (await findProvider(db, actor)) ?? refuse('OPENID_PROVIDER_NOT_FOUND');
  const config = openIdConfig(runtime);
  return { fault: await tryProvider(clientOf(provider, config.keys), config) };
});
