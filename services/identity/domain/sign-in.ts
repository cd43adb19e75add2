import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { SignInMethod } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';

/** How a session began: the stored text, and the value of the contract. */
export const signInMethods = { link: SignInMethod.LINK, passkey: SignInMethod.PASSKEY, openid: SignInMethod.OPENID };

/** The times of a session, as instant text. */
export interface SessionTimes {
  /** At most a minute late, so that not every request writes. */
  readonly lastUsedAt: string;
  /** When it ends at the latest. */
  readonly expiresAt: string;
}

/** When a one-time link created now expires. @param now epoch milliseconds */
export function linkExpiry(now: number, { isOfConsole }: { readonly isOfConsole: boolean }): string {
  return toInstantText(now + (isOfConsole ? HANDED_OVER_MS : LINK_MS));
}

/** Whether a one-time link, or a session, has not expired. @param now epoch milliseconds */
export function isUnexpired({ expiresAt }: { readonly expiresAt: string }, now: number): boolean {
  return now < fromInstantText(expiresAt);
}

/** The times of a session that begins now. @param now epoch milliseconds */
export function sessionTimes(now: number): SessionTimes {
  return { lastUsedAt: toInstantText(now), expiresAt: toInstantText(now + SESSION_MS) };
}

/** Whether a session has neither expired nor been idle for too long. @param now epoch milliseconds */
export function isLiveSession(session: SessionTimes, now: number): boolean {
  return isUnexpired(session, now) && now < fromInstantText(session.lastUsedAt) + IDLE_MS;
}

/** Whether the use of a session must be written. @param now epoch milliseconds */
export function isUseUnwritten({ lastUsedAt }: SessionTimes, now: number): boolean {
  return now >= fromInstantText(lastUsedAt) + USE_WRITTEN_EVERY_MS;
}

const MINUTE_MS = 60_000;
const LINK_MS = 15 * MINUTE_MS;
/** Of a link that one administrator hands to another, over a weekend, for example. */
const HANDED_OVER_MS = 72 * 60 * MINUTE_MS;
const SESSION_MS = 12 * 60 * MINUTE_MS;
const IDLE_MS = 60 * MINUTE_MS;
const USE_WRITTEN_EVERY_MS = MINUTE_MS;
