/** Requests of integrations. */
export const requests = {};
