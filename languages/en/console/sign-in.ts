/** Signing in. */
export const signIn = {};
