/** What gateways measure. */
export const gatewayFamilies = {
  lyceum_http_requests_total: {
    type: 'counter',
    help: 'HTTP requests that were answered, or given up by the client (status "aborted").',
    labels: ['method', 'route', 'status'],
  },
  lyceum_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the headers of an HTTP request to the end of its answer.',
    labels: ['method', 'route', 'status'],
  },
  lyceum_http_requests_in_flight: {
    type: 'gauge',
    help: 'HTTP requests that have arrived and are not yet answered.',
    labels: [],
  },
  lyceum_http_malformed_requests_total: {
    type: 'counter',
    help: 'Messages that were no HTTP request, refused by the parser.',
    labels: [],
  },
  lyceum_http_requests_shed_total: {
    type: 'counter',
    help: 'HTTP requests that were refused because the process had too much to do.',
    labels: ['reason'],
  },
  lyceum_http_unsent_bytes: {
    type: 'gauge',
    help: 'Large answers that clients have not taken yet, in bytes.',
    labels: [],
  },
  lyceum_http_cached_bytes: {
    type: 'gauge',
    help: 'Large answers that are kept for those who ask again, in bytes.',
    labels: [],
  },
  lyceum_http_large_requests_waiting: {
    type: 'gauge',
    help: "Large requests that wait for their institution's earlier ones.",
    labels: [],
  },
  lyceum_http_slow_readers_total: {
    type: 'counter',
    help: 'Answers that were cut off because their readers took too little of them.',
    labels: [],
  },
  lyceum_rate_limit_refusals_total: {
    type: 'counter',
    help: 'HTTP requests that were refused with 429 for their rate.',
    labels: [],
  },
  lyceum_written_bytes_total: {
    type: 'counter',
    help: 'Bytes that services have sent to their databases for the writes of clients.',
    labels: [],
  },
  lyceum_write_allowance_refusals_total: {
    type: 'counter',
    help: 'Writes that were refused with 429 because their integration had written all that it may in a day.',
    labels: [],
  },
  lyceum_rate_limit_local: {
    type: 'gauge',
    help: 'Whether this gateway counts on its own, because the shared count cannot be reached: 1, or 0.',
    labels: [],
  },
  lyceum_rate_limit_local_decisions_total: {
    type: 'counter',
    help: 'HTTP requests that this gateway has counted on its own.',
    labels: [],
  },
} as const;
