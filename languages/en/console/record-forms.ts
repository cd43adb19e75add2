/** Time records: adding, correcting, ending them. */
export const recordForms = {};
