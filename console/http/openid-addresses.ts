import type { Site } from './origin.ts';

/** Where providers send browsers back to: the console's redirect URI. */
export function callbackOf({ origin }: Site): string {
  return `${origin}/console/openid`;
}

/** Where the administrators of an institution sign in. */
export function signInAddressOf({ origin }: Site, institutionRef: string): string {
  return `${origin}/console/sign-in/${encodeURIComponent(institutionRef)}`;
}
