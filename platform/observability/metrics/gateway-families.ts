/** The metrics of gateways. */
export const gatewayFamilies = {
  lyceum_http_requests_total: {
    type: 'counter',
    help: 'HTTP requests that were answered, or aborted by the client (status "aborted").',
    labels: ['method', 'route', 'status'],
  },
  lyceum_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the headers of an HTTP request to the end of its response.',
    labels: ['method', 'route', 'status'],
  },
  lyceum_http_requests_in_flight: {
    type: 'gauge',
    help: 'HTTP requests in flight.',
    labels: [],
  },
  lyceum_http_malformed_requests_total: {
    type: 'counter',
    help: 'Messages that the HTTP parser rejected as malformed.',
    labels: [],
  },
  lyceum_http_requests_shed_total: {
    type: 'counter',
    help: 'HTTP requests shed with 503, by reason: event_loop, memory, requests, institution or wait.',
    labels: ['reason'],
  },
  lyceum_http_requests_waiting: {
    type: 'gauge',
    help: 'HTTP requests in flight that wait for their turn.',
    labels: [],
  },
  lyceum_http_slow_readers_total: {
    type: 'counter',
    help: 'Responses that were cut off because the client read them too slowly.',
    labels: [],
  },
  lyceum_rate_limit_refusals_total: {
    type: 'counter',
    help: 'HTTP requests rejected with 429 because of their rate.',
    labels: [],
  },
  lyceum_written_bytes_total: {
    type: 'counter',
    help: 'Bytes that services sent to their databases for writes of clients.',
    labels: [],
  },
  lyceum_write_allowance_refusals_total: {
    type: 'counter',
    help: 'Writes rejected with 429 because the integration had used up its allowance for the day.',
    labels: [],
  },
  lyceum_rate_limit_local: {
    type: 'gauge',
    help: 'Whether this gateway counts requests on its own because the shared count is unavailable: 1 or 0.',
    labels: [],
  },
  lyceum_rate_limit_local_decisions_total: {
    type: 'counter',
    help: 'HTTP requests that this gateway counted on its own.',
    labels: [],
  },
  lyceum_request_records_total: {
    type: 'counter',
    help: 'Records of requests that activity has taken.',
    labels: [],
  },
  lyceum_request_records_lost_total: {
    type: 'counter',
    help: 'Records of requests that this gateway dropped because too many were waiting for activity.',
    labels: [],
  },
  lyceum_request_records_waiting_bytes: {
    type: 'gauge',
    help: 'Memory used by records of requests that activity has not taken yet.',
    labels: [],
  },
} as const;
