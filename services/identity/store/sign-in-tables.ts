import { bigint, boolean, bytes, instant, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';
import type { signInMethods } from '../domain/sign-in.ts';

export const administrators = table('administrators', {
  audited: { resource: 'administrator' },
  columns: {
    institutionId: uuid(),
    /** The user's. */
    id: uuid(),
    createdBy: uuid().nullable(),
    lastSignedInAt: instant().nullable(),
    /** The OpenID provider with which the user has signed in last. */
    signedInIssuer: text().nullable(),
    createdAt: instant(),
    revision: uuid(),
  },
});

export const signInLinks = table('sign_in_links', {
  columns: {
    ...identified,
    userId: uuid(),
    codeHash: bytes(),
    expiresAt: instant(),
    isOfConsole: boolean(),
    userName: text(),
    email: text(),
    institutionName: text(),
  },
  unique: { sign_in_links_code: ['codeHash'] },
  references: {
    sign_in_links_institution_id_user_id_fkey: { columns: ['institutionId', 'userId'], to: 'administrators' },
  },
  indexes: {
    sign_in_links_by_user: { on: ['institutionId', 'userId'] },
    sign_in_links_by_expiry: { on: ['expiresAt'] },
  },
});

export const administratorSessions = table('administrator_sessions', {
  columns: {
    ...identified,
    userId: uuid(),
    tokenHash: bytes(),
    userName: text(),
    method: text<keyof typeof signInMethods>().check("method IN ('link', 'passkey', 'openid')"),
    userAgent: text(),
    address: text(),
    createdAt: instant(),
    lastUsedAt: instant(),
    expiresAt: instant(),
  },
  unique: { administrator_sessions_token: ['tokenHash'] },
  references: {
    administrator_sessions_institution_id_user_id_fkey: { columns: ['institutionId', 'userId'], to: 'administrators' },
  },
  indexes: {
    administrator_sessions_by_user: { on: ['institutionId', 'userId', 'createdAt', 'id'] },
    administrator_sessions_by_expiry: { on: ['expiresAt'] },
  },
});

export const keptForms = table('kept_forms', {
  columns: {
    institutionId: uuid(),
    userId: uuid(),
    browserHash: bytes(),
    address: plainText(),
    keyId: text(),
    sealed: bytes(),
    expiresAt: instant(),
  },
  primaryKey: ['institutionId', 'userId', 'browserHash', 'address'],
  references: {
    kept_forms_institution_id_user_id_fkey: { columns: ['institutionId', 'userId'], to: 'administrators' },
  },
  indexes: { kept_forms_by_expiry: { on: ['expiresAt'] } },
});

export const passkeys = table('passkeys', {
  audited: { resource: 'passkey' },
  columns: {
    ...identified,
    userId: uuid(),
    credentialId: bytes(),
    publicKey: bytes(),
    counter: bigint(),
    name: text(),
    createdAt: instant(),
    lastUsedAt: instant().nullable(),
    revision: uuid(),
  },
  unique: { passkeys_credential: ['credentialId'] },
  references: { passkeys_institution_id_user_id_fkey: { columns: ['institutionId', 'userId'], to: 'administrators' } },
  indexes: { passkeys_by_user: { on: ['institutionId', 'userId', 'createdAt', 'id'] } },
});

export const passkeyChallenges = table('passkey_challenges', {
  columns: { challengeHash: bytes(), userId: uuid().nullable(), expiresAt: instant() },
  primaryKey: ['challengeHash'],
  indexes: { passkey_challenges_by_expiry: { on: ['expiresAt'] } },
});

export const openidProviders = table('openid_providers', {
  audited: { resource: 'openid_provider' },
  columns: {
    ...identified,
    institutionRef: plainText(),
    issuer: text(),
    clientId: text(),
    keyId: text(),
    sealed: bytes(),
    confirmsAddresses: boolean().default('false'),
    ...dated,
    revision: uuid(),
  },
  primaryKey: ['institutionId'],
  unique: { openid_providers_institution: ['institutionRef'] },
});
