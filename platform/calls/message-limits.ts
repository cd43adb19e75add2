/** The largest message of a call, in bytes, over any transport between processes. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** The largest message of a channel: a call's message plus the overhead of multiplexing. */
export const MAX_CHANNEL_MESSAGE_BYTES = MAX_MESSAGE_BYTES + 1024 * 1024;

/** The flow control window of a stream in bytes: the default of HTTP/2 would stall a page of records. */
export const FLOW_CONTROL_WINDOW_BYTES = 1024 * 1024;

/** The default and maximum deadline, in milliseconds from the arrival of a call. */
export const MAX_CALL_MS = 60_000;
