import { bigint, boolean, bytes, instant, json, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import type { RoleName } from '../../../platform/core/roles.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';
import type { RoleValues } from '../domain/provided-roles.ts';
import type { signInMethods } from '../domain/sign-in.ts';

export const administrators = table('administrators', {
  audited: { resource: 'administrator', values: ['roles'] },
  whose: 'id',
  columns: {
    institutionId: uuid().says('nothing'),
    /** The user's. */
    id: uuid().says('nothing'),
    createdBy: uuid().says('nothing').nullable(),
    /** At least one, in the order of `roleNames`. */
    roles: text<RoleName>().says('nothing').array().default("'{owner}'").check('cardinality(roles) > 0'),
    lastSignedInAt: instant().says('trace').nullable(),
    /** The OpenID provider with which the user has signed in last. */
    signedInIssuer: text().says('trace').nullable(),
    /** As whom that provider knows the user; null if the last sign-in with it was before this was kept. */
    signedInSubject: text().says('trace').nullable(),
    /** Whether that provider no longer gives the role Owner, which is kept because no other owner could sign in. */
    keepsOwner: boolean().says('nothing').default('false'),
    /** A BCP 47 tag; empty if the user has chosen none. */
    language: text().says('nothing').default("''").check("language ~ '^([a-z]{2}(-[A-Z]{2})?)?$'"),
    /** The language of the Excel for which the user's CSV files are written; empty for all programs. */
    excelLanguage: text().says('nothing').default("''").check("excel_language IN ('', 'de')"),
    createdAt: instant().says('nothing'),
    revision: uuid().says('nothing'),
  },
});

export const signInLinks = table('sign_in_links', {
  whose: 'userId',
  isOfTheMoment: true,
  columns: {
    ...identified,
    userId: uuid().says('nothing'),
    codeHash: bytes().says('credential'),
    expiresAt: instant().says('nothing'),
    isOfConsole: boolean().says('nothing'),
    userName: text().says('name'),
    email: text().says('contact'),
    institutionName: text().says('nothing'),
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
  whose: 'userId',
  isOfTheMoment: true,
  columns: {
    ...identified,
    userId: uuid().says('nothing'),
    tokenHash: bytes().says('credential'),
    userName: text().says('name'),
    method: text<keyof typeof signInMethods>().says('trace').check("method IN ('link', 'passkey', 'openid')"),
    userAgent: text().says('trace'),
    address: text().says('trace'),
    createdAt: instant().says('trace'),
    lastUsedAt: instant().says('trace'),
    expiresAt: instant().says('nothing'),
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
  whose: 'userId',
  isOfTheMoment: true,
  columns: {
    institutionId: uuid().says('nothing'),
    userId: uuid().says('nothing'),
    browserHash: bytes().says('credential'),
    address: plainText().says('trace'),
    keyId: text().says('nothing'),
    sealed: bytes().says('text').sealed(),
    expiresAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId', 'userId', 'browserHash', 'address'],
  references: {
    kept_forms_institution_id_user_id_fkey: { columns: ['institutionId', 'userId'], to: 'administrators' },
  },
  indexes: { kept_forms_by_expiry: { on: ['expiresAt'] } },
});

export const passkeys = table('passkeys', {
  audited: { resource: 'passkey' },
  whose: 'userId',
  columns: {
    ...identified,
    userId: uuid().says('nothing'),
    credentialId: bytes().says('credential'),
    publicKey: bytes().says('credential'),
    counter: bigint().says('nothing'),
    name: text().says('text'),
    createdAt: instant().says('nothing'),
    lastUsedAt: instant().says('trace').nullable(),
    revision: uuid().says('nothing'),
  },
  unique: { passkeys_credential: ['credentialId'] },
  references: { passkeys_institution_id_user_id_fkey: { columns: ['institutionId', 'userId'], to: 'administrators' } },
  indexes: { passkeys_by_user: { on: ['institutionId', 'userId', 'createdAt', 'id'] } },
});

export const passkeyChallenges = table('passkey_challenges', {
  noTenant: 'a challenge is made before anybody’s institution is known',
  whose: 'userId',
  isOfTheMoment: true,
  columns: {
    challengeHash: bytes().says('credential'),
    userId: uuid().says('nothing').nullable(),
    expiresAt: instant().says('nothing'),
  },
  primaryKey: ['challengeHash'],
  indexes: { passkey_challenges_by_expiry: { on: ['expiresAt'] } },
});

export const openidProviders = table('openid_providers', {
  audited: { resource: 'openid_provider' },
  whose: 'nobody',
  columns: {
    ...identified,
    institutionRef: plainText().says('nothing'),
    issuer: text().says('nothing'),
    clientId: text().says('nothing'),
    keyId: text().says('nothing'),
    sealed: bytes().says('credential').sealed('institutionId'),
    confirmsAddresses: boolean().says('nothing').default('false'),
    /** Null if the provider gives no roles. */
    rolesClaim: text().says('nothing').nullable(),
    roleValues: json<RoleValues>().says('nothing').nullable(),
    ...dated,
    revision: uuid().says('nothing'),
  },
  primaryKey: ['institutionId'],
  unique: { openid_providers_institution: ['institutionRef'] },
});
