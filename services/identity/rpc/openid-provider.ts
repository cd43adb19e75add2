import { isDeepStrictEqual } from 'node:util';
import type { Guard } from '../../../libraries/outbound-guard/index.ts';
import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { isWebAddress } from '../../../platform/core/formats.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { OpenIdFault, OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { openIdConfig } from '../config.ts';
import { type RoleSource, roleSource } from '../domain/provided-roles.ts';
import { refuse } from '../domain/refusals.ts';
import { requireOwner, type Standing } from '../domain/who-can-sign-in.ts';
import { beginAtProvider } from '../openid/begin-at-provider.ts';
import { isAllowed } from '../openid/openid-client.ts';
import { failureOf } from '../openid/openid-failure.ts';
import { trialResults } from '../openid/sign-in-state.ts';
import { tryProvider } from '../openid/try-provider.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { archivedAdministrators } from '../sign-in/administrators.ts';
import { listAdministrators, lockAdministrators } from '../store/administrators.ts';
import { findFailure } from '../store/openid-failures.ts';
import {
  deleteProvider,
  findProvider,
  insertProvider,
  lockProvider,
  providerMessage,
  updateProvider,
} from '../store/openid-providers.ts';

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
    const former = stored?.issuer === issuer ? stored : NO_ROLES;
    const source = request.providedRoles ? roleSource(request.providedRoles) : roleSourceOf(former);
    if (source.rolesClaim !== null && Object.keys(source.roleValues ?? {}).length === 0)
      refuseField('/providedRoles/values', 'required', 'must give a role by a value at least');
    const isSameSource = isDeepStrictEqual(source, roleSourceOf(former));
    const keepsSecret = isSame && clientSecret === undefined;
    if (keepsSecret && confirmsAddresses === kept && isSameSource)
      return { response: { provider: providerMessage(stored) } };
    const { keyId, sealed } = keepsSecret ? stored : keys.seal(clientSecret ?? refuseMissing(), institutionId);
    // Administrators who signed in with the former provider, or by an unverified address, may be unable to with this
    // one.
    const isOther = stored && (stored.issuer !== issuer || (stored.confirmsAddresses && !confirmsAddresses));
    if (isOther) requireOwnerWithoutProvider(await listAdministrators(tx, actor, { now, archived }));
    const at = toInstantText(now);
    const { id, createdAt } = stored ?? { id: newId(), createdAt: at };
    const provider = {
      ...{ institutionId, id, institutionRef, issuer, clientId, keyId, sealed, confirmsAddresses, ...source },
      ...{ createdAt, updatedAt: at, revision: newId() },
    };
    if (stored) updateProvider(tx, provider);
    else insertProvider(tx, provider);
    return { response: { provider: providerMessage(provider) } };
  },
});

function requireOwnerWithoutProvider(all: readonly Standing[]): void {
  requireOwner(
    all,
    all.map((each) => ({ ...each, hasProvider: false })),
  );
}

const NO_ROLES: RoleSource = { rolesClaim: null, roleValues: null };

function roleSourceOf({ rolesClaim, roleValues }: RoleSource): RoleSource {
  return { rolesClaim, roleValues };
}

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

/** The institution's provider, without its secret, and why the last sign-in with it has failed. */
export const getOpenIdProvider = query(OpenIdService.method.getOpenIdProvider, async (db, _, { actor }) => {
  const provider = await findProvider(db, actor);
  return provider ? { provider: providerMessage(provider), lastFailure: await findFailure(db, provider) } : {};
});

/** Removes the institution's provider; idempotent. Sign-ins that have begun do not end. */
export const removeOpenIdProvider = command(OpenIdService.method.removeOpenIdProvider, {
  prepare: (_, context) => archivedAdministrators(context),
  async run(tx, { precondition }, { actor, now, prepared: archived }) {
    lockAdministrators(tx, actor);
    const provider = await lockProvider(tx, actor);
    if (!provider) return { response: {} };
    checkRevision(precondition, provider.revision);
    requireOwnerWithoutProvider(await listAdministrators(tx, actor, { now, archived }));
    deleteProvider(tx, provider);
    return { response: {} };
  },
});

/** Whether the institution's provider answers as it should, and the result of a sign-in that was tried there. */
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
