import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { RowOf } from '../../../libraries/typed-sql/index.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { OWNER, type RoleName, rolesOf } from '../../../platform/core/roles.ts';
import { refuseStandstill, requireOpen } from '../../../platform/data/standstill/fence.ts';
import { type CommandContext, command, type PrepareContext } from '../../../platform/handler/command.ts';
import {
  type FinishOpenIdSignInRequest,
  OpenIdFault,
  OpenIdService,
} from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import { openIdConfig } from '../config.ts';
import { rolesClaimed } from '../domain/provided-roles.ts';
import { leavesOwner } from '../domain/who-can-sign-in.ts';
import { beginAtProvider } from '../openid/begin-at-provider.ts';
import { failureOf, OpenIdFailure } from '../openid/openid-failure.ts';
import { type Claims, shownClaims } from '../openid/shown-claims.ts';
import { signInStates, trialResults } from '../openid/sign-in-state.ts';
import { verifiedPerson } from '../openid/verified-person.ts';
import { activeUserByEmail } from '../sign-in/active-user.ts';
import { beginSession } from '../sign-in/begin-session.ts';
import { noteRefusedSignIn } from '../sign-in/note-refused.ts';
import { ownCall } from '../sign-in/own-call.ts';
import { noteChange } from '../store/administrator-notices.ts';
import { listAdministrators, lockAdministrator, lockAdministrators } from '../store/administrators.ts';
import { writeFailure } from '../store/openid-failures.ts';
import { findProvider, findProviderByRef } from '../store/openid-providers.ts';
import type { administrators } from '../store/sign-in-tables.ts';

/**
 * Where a browser goes to sign in at an institution's provider. Stores nothing of it: the browser keeps the state of
 * the sign-in, encrypted.
 */
export const beginOpenIdSignIn = command(OpenIdService.method.beginOpenIdSignIn, {
  of: 'own',
  async admit({ institutionRef, redirectUri }, context) {
    const provider = await findProviderByRef(context.runtime.db, institutionRef);
    if (!provider) return {};
    await refuseStandstill(context.runtime.db, provider.institutionId);
    try {
      return { signIn: await beginAtProvider(provider, { redirectUri }, context) };
    } catch (error) {
      return { failure: failureOf(error, provider, context) };
    }
  },
  async run(tx, _, { admitted: { signIn, failure } }) {
    if (failure) requireOpen(tx, failure.institutionId);
    if (failure) writeFailure(tx, failure);
    return { response: signIn ? { signIn } : {} };
  },
});

/**
 * Begins a session of the administrator whose verified address the provider names, from the account of the first time, or tells whose it would have begun.
 * The provider accepts its code once.
 */
export const finishOpenIdSignIn = command(OpenIdService.method.finishOpenIdSignIn, {
  of: 'own',
  // Not in `prepare`, which may be repeated.
  admit: identify,
  prepare: async (_, context) => {
    const { admitted: found } = context;
    if (!found || found.failure) return null;
    return activeUserByEmail(await ownCall(context, found.institutionId), found.email);
  },
  async run(tx, { origin }, { admitted: found, prepared: user, ...context }) {
    if (!found) return { response: {} };
    const { institutionId, trialOf, email, issuer, subject, roles } = found;
    requireOpen(tx, institutionId);
    if (roles) lockAdministrators(tx, found);
    const administrator = user && (await lockAdministrator(tx, found, user.id));
    const fault = !user
      ? 'NOBODY'
      : !administrator
        ? 'NO_ADMINISTRATOR'
        : isAnother(administrator, found)
          ? 'OTHER_ACCOUNT'
          : roles?.length === 0 && 'NO_ROLE';
    const error = found.failure ?? (fault ? new OpenIdFailure(fault) : null);
    const failure = error && failureOf(error, found, context);
    if (trialOf !== undefined) {
      const { fault, detail } = failure ?? { fault: 'UNSPECIFIED', detail: '' };
      const who = { email, userId: user?.id ?? '', userName: user?.name ?? '' };
      const shown = { ...who, fault: OpenIdFault[fault], detail, ...shownClaims(found.claims, found.provider, fault) };
      const { keys } = openIdConfig(context.runtime);
      return { response: { resultToken: trialResults.seal(keys, { institutionId, trialOf, ...shown }, context.now) } };
    }
    if (failure) {
      const means = { ...found.provider, kind: 'openid_provider' } as const;
      writeFailure(tx, failure);
      noteRefusedSignIn(tx, { administrator, means, refused: failure.fault }, context);
    }
    if (failure || !administrator) return { response: {} };
    const given = roles ? await withRoles(tx, administrator, roles, context) : administrator;
    const who = { administrator: given, userName: user.name, method: 'openid', provider: { issuer, subject } } as const;
    return { response: { session: beginSession(tx, { ...who, origin: present(origin, 'origin') }, context) } };
  },
});

/**
 * An administrator with the roles that the provider gives. The last owner who can sign in keeps that role; the
 * institution's administrators are locked.
 */
async function withRoles(
  tx: Tx,
  administrator: RowOf<typeof administrators>,
  roles: readonly RoleName[],
  { now, newId }: Pick<CommandContext<Actor>, 'now' | 'newId'>,
): Promise<RowOf<typeof administrators>> {
  const before = await listAdministrators(tx, administrator, { now });
  const after = before.map((each) => (each.id === administrator.id ? { ...each, roles, hasProvider: true } : each));
  const keepsOwner = administrator.roles.includes(OWNER) && !leavesOwner(before, after);
  const given = keepsOwner ? rolesOf([OWNER, ...roles]) : roles;
  const { institutionId, id: subjectId } = administrator;
  const change = { institutionId, subjectId, roles: given, author: 'provider', authorId: null } as const;
  noteChange(tx, { id: newId(), now, ...change });
  return { ...administrator, roles: given, keepsOwner };
}

/** Whether the provider knows the administrator as somebody else: addresses change hands, accounts do not. */
function isAnother(
  { signedInIssuer, signedInSubject }: RowOf<typeof administrators>,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): boolean {
  return signedInIssuer === issuer && signedInSubject !== null && signedInSubject !== subject;
}

/**
 * The person whom the provider of the institution proves, or why it proves none; null without a sign-in that has
 * begun.
 */
async function identify({ callbackUrl, stateToken }: FinishOpenIdSignInRequest, { runtime, now }: PrepareContext) {
  const config = openIdConfig(runtime);
  const state = signInStates.open(config.keys, stateToken, now);
  const provider = state && (await findProvider(runtime.db, state));
  if (!provider) {
    runtime.log.info('a sign-in with OpenID Connect came back that this browser has not begun, or too late');
    return null;
  }
  const { institutionId, issuer, revision } = provider;
  const found = { institutionId, issuer, revision, trialOf: state.trialOf, provider };
  let claims: Claims = {};
  try {
    const { claimedRoles, ...person } = await verifiedPerson(
      provider,
      config,
      { callbackUrl, ...state },
      (received) => {
        claims = received;
      },
    );
    const roles = provider.rolesClaim === null ? null : rolesClaimed(provider, claimedRoles);
    return { ...found, ...person, roles, claims, failure: null };
  } catch (failure) {
    if (!(failure instanceof OpenIdFailure)) throw failure;
    return { ...found, email: '', subject: '', roles: null, claims, failure };
  }
}
