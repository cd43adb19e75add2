/** Findings of working time. */
export const findings = {};
