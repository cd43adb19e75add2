import type { Fault } from '../fault.ts';

/** Who a caller is, and what it may call. */
export const authentication: readonly Fault[] = [
  {
    name: 'An ended integration keeps its access',
    file: 'services/directory/rpc/authenticate-integration.ts',
    find: 'integration?.isActive ? liveSecretsOf(integration, now)',
    replace: 'integration ? liveSecretsOf(integration, now)',
  },
  {
    name: 'A secret survives two rotations',
    file: 'services/directory/domain/secrets.ts',
    find: 'secretHashes.slice(-1), added',
    replace: 'secretHashes.slice(-2), added',
  },
  {
    name: 'An administrator changes integrations of other institutions',
    file: 'services/directory/store/integrations.ts',
    find: 'row.institutionId !== actor.institutionId',
    replace: 'row.institutionId === undefined',
  },
  {
    name: 'Cached credentials are accepted at the instant they expire',
    file: 'gateway/admission/authenticator.ts',
    find: 'age >= 0 && age < ms',
    replace: 'age >= 0 && age <= ms',
  },
  {
    name: 'A wrong secret of a cached client is accepted',
    file: 'gateway/admission/known-client.ts',
    find: '? undefined : null;',
    replace: '? undefined : identity;',
  },
  {
    name: 'A 401 names no authentication scheme',
    file: 'gateway/admission/admission-problems.ts',
    find: 'headers: { \'www-authenticate\': \'Basic realm="api", charset="UTF-8"\' },',
    replace: '',
  },
  {
    name: 'An identity stays valid after its expiry while it is cached',
    file: 'platform/calls/identity/identity-verifier.ts',
    find: 'if (this.#clock.now() < verified.expiresAt + LEEWAY_MS) return verified.who;',
    replace: 'return verified.who;',
  },
  {
    name: 'An identity of another issuer is accepted',
    file: 'platform/calls/identity/identity-verifier.ts',
    find: 'issuer: ISSUER,',
    replace: '',
  },
  {
    name: 'A revoked operator keeps access',
    file: 'services/directory/operators/operators.ts',
    find: "['id', 'name'], 't.revoked_at IS NULL')",
    replace: "['id', 'name'])",
  },
  {
    name: 'Users outside the group of operators are operators',
    file: 'platform/calls/identity/oidc-operators.ts',
    find: 'if (!Array.isArray(groups) || !groups.includes(group)) return null;',
    replace: 'if (!Array.isArray(groups)) return null;',
  },
  {
    name: 'An integration may make the calls of operators',
    file: 'platform/handler/interceptors.ts',
    find: "if (!isOpenTo(actor.kind, access)) refuse('CALLER_FORBIDDEN');",
    replace: '',
  },
  {
    name: 'A calendar feed may read more than its calendar',
    file: 'platform/core/access.ts',
    find: 'calendar: [Access.CALENDAR],',
    replace: 'calendar: [Access.CALENDAR, Access.TENANT],',
  },
  {
    name: 'An administrator may make the calls of integrations',
    file: 'platform/core/access.ts',
    find: 'administrator: [Access.ADMINISTRATOR],',
    replace: 'administrator: [Access.ADMINISTRATOR, Access.TENANT],',
  },
  {
    name: 'The console may call on behalf of anybody',
    file: 'platform/calls/peer.ts',
    find: "if (role === CONSOLE) return actor.kind === 'administrator' || actor.kind === 'anonymous';",
    replace: '',
  },
  {
    name: 'A one-time link works after it has expired',
    file: 'services/directory/rpc/sign-in-with-link.ts',
    find: 'return link && isUnexpired(link, now) ? link : null;',
    replace: 'return link;',
  },
  {
    name: 'A one-time link works twice',
    file: 'services/directory/rpc/sign-in-with-link.ts',
    find: 'deleteSignInLinks(tx, link);',
    replace: '',
  },
  {
    name: 'An archived user keeps a session in the console',
    file: 'services/directory/store/sessions.ts',
    find: 'AND u.id = t.user_id AND NOT u.is_archived',
    replace: 'AND u.id = t.user_id',
  },
  {
    name: 'A session in the console never idles',
    file: 'services/directory/domain/sign-in.ts',
    find: 'return isUnexpired(session, now) && now < fromInstantText(session.lastUsedAt) + IDLE_MS;',
    replace: 'return isUnexpired(session, now);',
  },
  {
    name: 'Administrators end the sessions of others',
    file: 'services/directory/store/sessions.ts',
    find: 'AND user_id = ${$.userId} AND id = coalesce(${$.id}, id) RETURNING id`,',
    replace: 'AND (${$.userId}::uuid IS NULL OR id = coalesce(${$.id}, id)) RETURNING id`,',
  },
  {
    name: 'Two administrators who remove each other leave none',
    file: 'services/directory/rpc/remove-administrator.ts',
    find: 'countAdministrators(tx, actor, -1);',
    replace: '',
  },
  {
    name: 'A passkey signs in whom it does not belong to',
    file: 'services/directory/passkeys/web-authn.ts',
    find: 'return verified && isOwner ?',
    replace: 'return verified ?',
  },
  {
    name: 'A challenge of a passkey can be answered twice',
    file: 'services/directory/store/passkey-challenges.ts',
    find: 'return (await tx.rows(USE, { challengeHash: hashSecret(challenge), userId, at })).length > 0;',
    replace: 'return true;',
  },
  {
    name: 'A copied passkey signs in at the same time',
    file: 'services/directory/rpc/finish-passkey-sign-in.ts',
    find: 'passkey?.counter !== verified.counter',
    replace: '!passkey',
  },
  {
    name: 'A passkey of an archived user signs in',
    file: 'services/directory/store/passkeys.ts',
    find: 'AND u.id = t.user_id AND NOT u.is_archived',
    replace: 'AND u.id = t.user_id',
  },
];
