/** Settings: how long data is kept. */
export const retention = {};
