import type { ChannelOptions, ServerOptions } from '@grpc/grpc-js';

/** The options that both ends of a connection need. */
interface Shared {
  readonly 'grpc.max_receive_message_length': number;
  readonly 'grpc-node.flow_control_window': number;
  readonly 'grpc.keepalive_time_ms': number;
  readonly 'grpc.keepalive_timeout_ms': number;
}

function shared(maxMessageBytes: number): Shared {
  return {
    'grpc.max_receive_message_length': maxMessageBytes + OVERHEAD_BYTES,
    // The default of HTTP/2 would stall one stream with many calls.
    'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
    // Detects a machine that disappears without closing its connections.
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 5_000,
  };
}

/**
 * The options of a server that is called by multiplexed calls.
 * @param maxMessageBytes the largest message of a call, in bytes
 */
export function serverOptions(maxMessageBytes: number): ServerOptions {
  return { ...shared(maxMessageBytes) };
}

/** The options of a channel to a multiplexing server. @param maxMessageBytes the largest message of a call, in bytes */
export function clientOptions(maxMessageBytes: number): ChannelOptions {
  return {
    ...shared(maxMessageBytes),
    // HTTP proxies do not apply between services that call each other by address.
    'grpc.enable_http_proxy': 0,
    // Reconnects soon after a long outage of a server.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 500,
  };
}

/** The bytes that multiplexing adds to a call's message. */
const OVERHEAD_BYTES = 1024 * 1024;
const FLOW_CONTROL_WINDOW_BYTES = 1024 * 1024;
