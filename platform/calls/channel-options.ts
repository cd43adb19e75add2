import type { ChannelOptions } from '@grpc/grpc-js';
import { CHANNEL_MESSAGE_BYTES_AT_MOST, FLOW_CONTROL_WINDOW_BYTES } from './message-limits.ts';

/** Options of every channel to a service of the installation. */
export const channelOptions: ChannelOptions = {
  // HTTP proxies do not apply between the services of an installation.
  'grpc.enable_http_proxy': 0,
  // Reconnects soon after a long outage of a service.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
  // Detects a machine that disappears without closing its connections.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.max_receive_message_length': CHANNEL_MESSAGE_BYTES_AT_MOST,
  'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
};
