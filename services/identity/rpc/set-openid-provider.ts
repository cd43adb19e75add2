import type { Guard } from '../../../libraries/outbound-guard/index.ts';
import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { isWebAddress } from '../../../platform/core/formats.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { openIdConfig } from '../config.ts';
import { canSignIn, requireSomebody } from '../domain/who-can-sign-in.ts';
import { isAllowed } from '../openid/openid-client.ts';
import { archivedAdministrators } from '../sign-in/administrators.ts';
import { listAdministrators, lockAdministrators } from '../store/administrators.ts';
import { insertProvider, lockProvider, providerMessage, updateProvider } from '../store/openid-providers.ts';

/**
 * Sets the institution's provider. Its secret is stored encrypted; another issuer or client never gets a secret that
 * was given for the former one.
 */
export const setOpenIdProvider = command(OpenIdService.method.setOpenIdProvider, {
  async prepare({ issuer }, context) {
    requireIssuer(issuer, openIdConfig(context.runtime).guard);
    const [{ institution }, archived] = await Promise.all([
      context.call(InstitutionService.method.getInstitution, {}),
      archivedAdministrators(context),
    ]);
    return { institutionRef: present(institution, 'institution').ref, archived };
  },
  async run(tx, request, { actor, now, newId, runtime, prepared: { institutionRef, archived } }) {
    const { issuer, clientId, clientSecret, precondition } = request;
    const { keys } = openIdConfig(runtime);
    const { institutionId } = actor;
    // The lock of concurrent first ones.
    lockAdministrators(tx, actor);
    const stored = await lockProvider(tx, actor);
    checkRevision(precondition, stored?.revision ?? '');
    const isSame = stored?.issuer === issuer && stored.clientId === clientId;
    const kept = stored?.issuer === issuer && stored.confirmsAddresses;
    const confirmsAddresses = request.confirmsAddresses ?? kept;
    const keepsSecret = isSame && clientSecret === undefined;
    if (keepsSecret && confirmsAddresses === kept) return { response: { provider: providerMessage(stored) } };
    const { keyId, sealed } = keepsSecret ? stored : keys.seal(clientSecret ?? refuseMissing(), institutionId);
    // Whoever has signed in with the former provider has yet to with this one, or with what this one says of addresses.
    const isOther = stored && (stored.issuer !== issuer || (stored.confirmsAddresses && !confirmsAddresses));
    if (isOther && actor.kind === 'administrator') {
      const others = await listAdministrators(tx, actor, { now, archived });
      if (others.some(canSignIn)) requireSomebody(others.map((each) => ({ ...each, hasProvider: false })));
    }
    const at = toInstantText(now);
    const { id, createdAt } = stored ?? { id: newId(), createdAt: at };
    const provider = {
      ...{ institutionId, id, institutionRef, issuer, clientId, keyId, sealed, confirmsAddresses },
      ...{ createdAt, updatedAt: at, revision: newId() },
    };
    if (stored) updateProvider(tx, provider);
    else insertProvider(tx, provider);
    return { response: { provider: providerMessage(provider) } };
  },
});

function refuseMissing(): never {
  refuseField('/clientSecret', 'required', 'is required for a new issuer or client');
}

function requireIssuer(issuer: string, guard: Guard): void {
  if (OF_ALL_TENANTS.test(issuer))
    refuseField('/issuer', 'invalid_value', 'must be that of one tenant, since any other one could name any address');
  const hasMore = /^[^/]*\/\/[^/]*@|[?#\\]/.test(issuer);
  if (isWebAddress(issuer) && !hasMore && isAllowed(new URL(issuer), guard)) return;
  refuseField(
    '/issuer',
    'invalid_string',
    'must be an https URL without user, password, backslash, query and fragment',
  );
}

/** Of Entra ID. */
const OF_ALL_TENANTS = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;
