import { bigint, bytes, instant, text, uuid } from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';
import type { signInMethods } from '../domain/sign-in.ts';

export const administrators = table('administrators', {
  audited: { resource: 'administrator' },
  columns: {
    institutionId: uuid(),
    /** The user's. */
    id: uuid(),
    createdBy: uuid().nullable(),
    lastSignedInAt: instant().nullable(),
    createdAt: instant(),
    revision: uuid(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const signInLinks = table('sign_in_links', {
  columns: {
    institutionId: uuid(),
    id: uuid(),
    userId: uuid(),
    codeHash: bytes(),
    expiresAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const administratorSessions = table('administrator_sessions', {
  columns: {
    institutionId: uuid(),
    id: uuid(),
    userId: uuid(),
    tokenHash: bytes(),
    method: text<keyof typeof signInMethods>(),
    userAgent: text(),
    address: text(),
    createdAt: instant(),
    lastUsedAt: instant(),
    expiresAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const passkeys = table('passkeys', {
  audited: { resource: 'passkey' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    userId: uuid(),
    credentialId: bytes(),
    publicKey: bytes(),
    counter: bigint(),
    name: text(),
    createdAt: instant(),
    lastUsedAt: instant().nullable(),
    revision: uuid(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const passkeyChallenges = table('passkey_challenges', {
  columns: { challengeHash: bytes(), userId: uuid().nullable(), expiresAt: instant() },
  primaryKey: ['challengeHash'],
});

export const openidProviders = table('openid_providers', {
  audited: { resource: 'openid_provider' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    issuer: text(),
    clientId: text(),
    keyId: text(),
    sealed: bytes(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid(),
  },
  primaryKey: ['institutionId'],
});
