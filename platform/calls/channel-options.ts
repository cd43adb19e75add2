import type { ChannelOptions } from '@grpc/grpc-js';
import { CHANNEL_MESSAGE_BYTES_AT_MOST, FLOW_CONTROL_WINDOW_BYTES } from './message-limits.ts';

/** What holds for every channel to a service of the installation. */
export const channelOptions: ChannelOptions = {
  // A proxy for HTTP is none for the services of one installation.
  'grpc.enable_http_proxy': 0,
  // A service that was away long is found again soon after it is back.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
  // A machine that is gone without a word is noticed.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.max_receive_message_length': CHANNEL_MESSAGE_BYTES_AT_MOST,
  'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
};
