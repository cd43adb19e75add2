/** Integrations, their secrets and access. */
export const integrations = {};
