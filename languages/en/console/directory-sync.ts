/** Directory sync. */
export const directorySync = {};
