/** The largest message of a call, in bytes, over any transport between processes. */
export const MESSAGE_BYTES_AT_MOST = 64 * 1024 * 1024;

/** The largest message of a channel: one of a call, with what stands around it where calls are multiplexed. */
export const CHANNEL_MESSAGE_BYTES_AT_MOST = MESSAGE_BYTES_AT_MOST + 1024 * 1024;

/** How much of a stream may be under way before its reader has read, in bytes: the default of HTTP/2 would halt a page of records. */
export const FLOW_CONTROL_WINDOW_BYTES = 1024 * 1024;

/** A caller without a deadline gets this one, in milliseconds from the arrival of its call. */
export const CALL_MS_AT_MOST = 60_000;
