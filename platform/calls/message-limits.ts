/** The largest message of a call, in bytes, over any transport between processes. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** The default and maximum deadline, in milliseconds from the arrival of a call. */
export const MAX_CALL_MS = 60_000;
