/** Who may call what, another institution’s data, and secrets. */
export const accessFaults = {
  'A wrong secret of a cached client is accepted': {
    file: 'gateway/admission/known-client.ts',
    find: '? undefined : null;',
    replace: '? undefined : identity;',
    test: 'gateway/admission/authenticator.test.ts',
  },
  'An identity stays valid after its expiry while it is cached': {
    file: 'platform/calls/identity/identity-verifier.ts',
    find: 'if (known && this.#clock.now() < known.to) return known.who;',
    replace: 'if (known) return known.who;',
  },
  'A revoked operator keeps access': {
    file: 'services/identity/operators/operators.ts',
    find: "['id', 'name'], 't.revoked_at IS NULL')",
    replace: "['id', 'name'])",
  },
  'Users outside the group of operators are operators': {
    file: 'platform/calls/identity/oidc-operators.ts',
    find: 'if (!Array.isArray(groups) || !groups.includes(group)) return null;',
    replace: 'if (!Array.isArray(groups)) return null;',
    test: 'services/identity/operators/oidc.test.ts',
  },
  'A calendar feed may read more than its calendar': {
    file: 'platform/handler/handle-call.ts',
    find: 'feed: [Access.CALENDAR],',
    replace: 'feed: [Access.CALENDAR, Access.TENANT],',
    test: 'services/scheduling/rpc/calendar-identity.test.ts',
  },
  'The console may call on behalf of anybody': {
    file: 'platform/calls/peer.ts',
    find: "if (role === CONSOLE) return actor.kind === 'administrator' || actor.kind === 'anonymous';",
    replace: '',
  },
  'A call for an institution that is not the caller’s is accepted': {
    file: 'platform/calls/metadata.ts',
    find: "    if (institutionId !== null && institutionId !== who.institutionId) refuse('CALLER_UNAUTHENTICATED');\n",
    replace: '',
  },
  'An archived user keeps a session in the console': {
    file: 'services/identity/store/sessions.ts',
    find: "OF_TOKEN, isActiveUser('t.institution_id', 't.user_id'));",
    replace: 'OF_TOKEN);',
    test: 'services/identity/rpc/sessions.test.ts',
  },
  'Nobody learns that a user was archived': {
    file: 'services/identity/events/archiving.ts',
    find: 'if (isArchived === undefined) continue;',
    replace: 'if (isArchived !== false) continue;',
    test: 'services/identity/rpc/sessions.test.ts',
  },
  'A passkey signs in whom it does not belong to': {
    file: 'services/identity/passkeys/web-authn.ts',
    find: 'return verified && isOwner ?',
    replace: 'return verified ?',
    test: 'services/identity/rpc/passkeys.test.ts',
  },
  'An address that the provider has not verified signs in': {
    file: 'services/identity/openid/verified-email.ts',
    find: "if (said !== true && (said as unknown) !== 'true') throw new OpenIdFailure('NOT_CONFIRMED');",
    replace: '',
    test: 'services/identity/rpc/openid.test.ts',
  },
  'The sign-in page leads to other sites': {
    file: 'console/http/next-page.ts',
    find: "suggested.startsWith('/console') && ",
    replace: '',
    test: 'test/console/attacks.test.ts',
  },
  'The console takes forms from pages elsewhere': {
    file: 'console/route/admit.ts',
    find: "request.method === 'POST' && !origin",
    replace: "request.method === 'PUT' && !origin",
    test: 'test/console/attacks.test.ts',
  },
  'A user of another institution is found by id': {
    file: 'services/directory/store/users.ts',
    find: "const BY_ID = findBy(users, ['institutionId', 'id'], USER_STATE);",
    replace: "const BY_ID = findBy(users, ['id'], USER_STATE);",
    test: 'test/gateway/conventions/cross-tenant.test.ts',
  },
  'A 500 shows what failed inside': {
    file: 'gateway/http/problems.ts',
    find: "detail: 'Something went wrong on our side.'",
    replace: 'detail: (error as Error).message',
    test: 'test/gateway/conventions/problems.test.ts',
  },
  'The record of a request to a known path keeps a secret in the place of an id': {
    file: 'gateway/activity/record-requests.ts',
    find: 'path: withoutSecrets(declaredQuery(url, config.queryNames))',
    replace: 'path: (request.route === undefined ? withoutSecrets : String)(declaredQuery(url, config.queryNames))',
    test: 'test/gateway/conventions/recorded-requests.test.ts',
  },
  'A token is logged': {
    file: 'platform/observability/log.ts',
    find: "  'token',\n",
    replace: '',
  },
  'URLs of requests are logged, with the tokens of calendar feeds': {
    file: 'gateway/http/log-requests.ts',
    find: '{ id, identity, method, route, span }: FastifyRequest',
    replace: '{ id, identity, method, url: route, span }: FastifyRequest',
  },
  'Everyone may read the file with a secret': {
    file: 'cli/credentials.ts',
    find: '0o600',
    replace: '0o644',
  },
  'The client shows its credentials to hooks': {
    file: 'clients/typescript/src/http/sender.ts',
    find: 'const authorized = new Headers(sent);',
    replace: 'const authorized = sent;',
  },
  'A secret that was typed before the session ended is kept': {
    file: 'console/route/kept-form.ts',
    find: ' || isSecretField(name)',
    replace: ' || isSecretField(CONFIRMED)',
    test: 'test/console/kept-forms.test.ts',
  },
  'A stored secret can be decrypted for another endpoint': {
    file: 'services/webhooks/store/endpoint-secrets.ts',
    find: 'return `${institutionId}/${endpointId}`;',
    replace: 'return endpointId.slice(0, 0) + institutionId;',
    test: 'services/webhooks/rpc/endpoints.test.ts',
  },
  'A replay shows the secret again': {
    file: 'platform/data/idempotency/idempotency.ts',
    find: 'const shown = withoutSecrets(schema, message);',
    replace: 'const shown = message;',
    test: 'test/gateway/webhook-endpoints/create.test.ts',
  },
};
