/** Administrators, their roles and the sign-in through a provider. */
export const administrators = {};
