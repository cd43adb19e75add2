import { hash, timingSafeEqual } from 'node:crypto';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { refuse } from '../domain/refusals.ts';

/** SHA-256 of a secret's UTF-8 bytes. Our secrets are 256 random bits, so a slow hash would add nothing. */
export function hashSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}

/** A client secret as stored. Instants are text. */
export interface StoredSecret {
  /** Its hash, in hexadecimal. */
  readonly hash: string;
  readonly createdAt: string;
  /** When it ends by itself; null for the current one, and for a previous one that is valid until it is ended. */
  readonly expiresAt: string | null;
}

/** The secrets of an integration, the oldest first: the last one is the current one. A previous one may have ended. */
export type Secrets = readonly [...StoredSecret[], StoredSecret];

/** How many secrets of an integration may be valid at a time. */
const MAX_LIVE = 3;

/** A new secret as it is stored. @param now epoch milliseconds, here and below */
export function newSecret(secret: string, now: number): StoredSecret {
  return { hash: Buffer.from(hashSecret(secret)).toString('hex'), createdAt: toInstantText(now), expiresAt: null };
}

/** The secrets that have not ended. */
export function liveSecrets(secrets: Secrets, now: number): Secrets {
  const hasEnded = ({ expiresAt }: StoredSecret) => expiresAt !== null && fromInstantText(expiresAt) <= now;
  return [...previousOf(secrets).filter((each) => !hasEnded(each)), currentOf(secrets)];
}

/**
 * The secrets after replacing the current one. Those that have ended are forgotten: a clock that is set back must not
 * make them valid again.
 * @param keepPreviousMs how long the replaced one stays valid; undefined if until it is ended
 * @param currentHint the hint of the secret to be replaced; undefined for whichever is current
 */
export function rotated(
  secrets: Secrets,
  added: string,
  {
    now,
    keepPreviousMs,
    currentHint,
  }: { now: number; keepPreviousMs: number | undefined; currentHint: string | undefined },
): Secrets {
  const current = currentOf(secrets);
  if (currentHint !== undefined && currentHint !== hintOf(current)) refuse('SECRET_STALE');
  const live = liveSecrets(secrets, now);
  if (live.length >= MAX_LIVE) refuse('SECRETS_EXHAUSTED');
  const replaced = { ...current, expiresAt: keepPreviousMs === undefined ? null : toInstantText(now + keepPreviousMs) };
  return liveSecrets([...previousOf(live), replaced, newSecret(added, now)], now);
}

/** The secrets after ending a previous one. @param hint of the one to be ended; undefined for all previous ones */
export function withoutPrevious(secrets: Secrets, hint: string | undefined, now: number): Secrets {
  const previous = previousOf(liveSecrets(secrets, now));
  const kept = hint === undefined ? [] : previous.filter((each) => hintOf(each) !== hint);
  if (hint !== undefined && kept.length === previous.length) refuse('SECRET_STALE');
  return [...kept, currentOf(secrets)];
}

/**
 * Whether a secret is one of the live ones. Never stops early, and compares with as many hashes as there may be, so
 * that every check takes the same time.
 */
export function isLive(secret: string, live: readonly StoredSecret[]): boolean {
  const given = hashSecret(secret);
  let found = false;
  for (const each of [...live.map(bytesOf), ...NO_HASHES].slice(0, MAX_LIVE))
    found = (each.length === given.length && timingSafeEqual(given, each)) || found;
  return found;
}

/**
 * A prefix of the hash that may be shared, in hexadecimal: enough to recognise a wrong secret, not enough to prove a
 * right one.
 */
export function hintOf(secret: StoredSecret): string {
  return secret.hash.slice(0, 2 * HINT_BYTES);
}

/** The same in bytes. */
export function hintBytesOf(secret: StoredSecret): Uint8Array {
  return new Uint8Array(bytesOf(secret).subarray(0, HINT_BYTES));
}

function bytesOf(secret: StoredSecret): Buffer {
  return Buffer.from(secret.hash, 'hex');
}

function currentOf(secrets: Secrets): StoredSecret {
  return secrets[secrets.length - 1] as StoredSecret;
}

function previousOf(secrets: Secrets): readonly StoredSecret[] {
  return secrets.slice(0, -1);
}

const HINT_BYTES = 8;
/** Hashes that no known secret has. */
const NO_HASHES: readonly Uint8Array[] = Array.from({ length: MAX_LIVE }, () => new Uint8Array(32));
