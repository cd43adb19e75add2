import { query } from '../../../platform/handler/query.ts';
import { OpenIdFault, OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { openIdConfig } from '../config.ts';
import { refuse } from '../domain/refusals.ts';
import { beginAtProvider } from '../openid/begin-at-provider.ts';
import { failureOf } from '../openid/openid-failure.ts';
import { trialResults } from '../openid/sign-in-state.ts';
import { tryProvider } from '../openid/try-provider.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { findProvider } from '../store/openid-providers.ts';

/** Whether the institution's provider answers as it should, and what a sign-in there that was tried has shown. */
export const tryOpenIdProvider = query(
  OpenIdService.method.tryOpenIdProvider,
  async (db, { redirectUri, resultToken }, context) => {
    const { actor, now, runtime } = context;
    const { institutionId, userId: trialOf } = administratorOf(actor);
    const config = openIdConfig(runtime);
    if (resultToken !== '') {
      const result = trialResults.open(config.keys, resultToken, now);
      const isOwn = result?.institutionId === institutionId && result.trialOf === trialOf;
      return isOwn ? { result } : {};
    }
    const provider = (await findProvider(db, actor)) ?? refuse('OPENID_PROVIDER_NOT_FOUND');
    try {
      await tryProvider(provider, config, redirectUri);
      return { signIn: await beginAtProvider(provider, { redirectUri, trialOf }, context) };
    } catch (error) {
      const { fault, detail } = failureOf(error, provider, context);
      return { fault: OpenIdFault[fault], detail };
    }
  },
);
