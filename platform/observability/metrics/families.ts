/** A metric: its type, the labels of its series, and its help text. Values are in base units. */
interface Family<
  Type extends 'counter' | 'gauge' | 'histogram' = 'counter' | 'gauge' | 'histogram',
  Labels = readonly string[],
> {
  readonly type: Type;
  /**
   * All values of a label are known before the first request: names of RPCs, of routes and of parts. Never use
   * institutions, users, paths or anything else that a client can choose: each value is a series of its own, for the
   * lifetime of this process and of the next.
   */
  readonly labels: Labels;
  readonly help: string;
}

const family =
  <const T extends Family['type']>(type: T) =>
  <const L extends readonly string[]>(labels: L, help: string): Family<T, L> => ({ type, labels, help });
const counter = family('counter');
const gauge = family('gauge');
const histogram = family('histogram');

/** Every metric of the platform. `docs/observability.md` lists them, and a test compares the two. */
export const families = {
  lyceum_ready: gauge(['service'], 'Whether this part is ready: 1 or 0. The same state as /readyz and grpc.health.v1.'),

  lyceum_http_requests_total: counter(
    ['method', 'route', 'status'],
    'HTTP requests that were answered, or aborted by the client (status "aborted").',
  ),
  lyceum_http_request_duration_seconds: histogram(
    ['method', 'route', 'status'],
    'Time from the headers of an HTTP request to the end of its response.',
  ),
  lyceum_http_requests_in_flight: gauge([], 'HTTP requests in flight.'),
  lyceum_http_malformed_requests_total: counter([], 'Messages that the HTTP parser rejected as malformed.'),
  lyceum_http_requests_shed_total: counter(
    ['reason'],
    'HTTP requests shed with 503, by reason: event_loop, memory, requests, institution or wait.',
  ),
  lyceum_http_requests_waiting: gauge([], 'HTTP requests in flight that wait for their turn.'),
  lyceum_http_slow_readers_total: counter([], 'Responses that were cut off because the client read them too slowly.'),
  lyceum_rate_limit_refusals_total: counter([], 'HTTP requests rejected with 429 because of their rate.'),
  lyceum_written_bytes_total: counter([], 'Bytes that services sent to their databases for writes of clients.'),
  lyceum_write_allowance_refusals_total: counter(
    [],
    'Writes rejected with 429 because the integration had used up its allowance for the day.',
  ),
  lyceum_rate_limit_local: gauge(
    [],
    'Whether this gateway counts requests on its own because the shared count is unavailable: 1 or 0.',
  ),
  lyceum_rate_limit_local_decisions_total: counter([], 'HTTP requests that this gateway counted on its own.'),

  lyceum_request_records_total: counter([], 'Records of requests that activity has taken.'),
  lyceum_request_records_lost_total: counter(
    [],
    'Records of requests that this gateway dropped because too many were waiting for activity.',
  ),
  lyceum_request_records_waiting_bytes: gauge(
    [],
    'Memory used by records of requests that activity has not taken yet.',
  ),

  lyceum_rpc_server_calls_total: counter(['service', 'method', 'code'], 'RPCs answered, by gRPC status code.'),
  lyceum_rpc_server_call_duration_seconds: histogram(
    ['service', 'method'],
    'Time from the arrival of an RPC to its response.',
  ),
  lyceum_rpc_server_calls_in_flight: gauge(['service'], 'RPCs in flight at the server.'),
  lyceum_rpc_server_calls_refused_total: counter(
    ['service', 'reason'],
    'RPCs rejected immediately because too many were in flight (reason "calls") or the process used too much memory ("memory").',
  ),
  lyceum_rpc_client_calls_total: counter(
    ['service', 'target', 'method', 'code'],
    'RPCs made to another service, by gRPC status code. A call and its retries count as one.',
  ),
  lyceum_rpc_client_call_duration_seconds: histogram(
    ['service', 'target', 'method'],
    'Time from the start of an RPC to its response or failure, retries included.',
  ),
  lyceum_rpc_client_calls_in_flight: gauge(['service'], 'RPCs in flight at the client.'),
  lyceum_rpc_client_retries_total: counter(['service', 'target'], 'Retries of RPCs.'),
  lyceum_rpc_client_addresses: gauge(
    ['service', 'target', 'state'],
    'Known addresses of a service, by the state of the connection: live, trying or down.',
  ),

  lyceum_db_sessions: gauge(['service', 'state'], 'Database sessions in the pool, by state: busy or idle.'),
  lyceum_db_sessions_max: gauge(['service'], 'Maximum number of database sessions in the pool.'),
  lyceum_db_waiting: gauge(
    ['service', 'kind'],
    'Work that waits for a database session: transactions, batches of reads, and commands that wait for a shared transaction (kind "session"), or reads that wait for a batch (kind "read").',
  ),
  lyceum_db_refusals_total: counter(
    ['service'],
    'Transactions and reads rejected immediately because too many were waiting for a database session.',
  ),
  lyceum_db_shared_transactions_total: counter(['service'], 'Committed transactions that several commands shared.'),
  lyceum_db_shared_commands_total: counter(
    ['service', 'outcome'],
    'Commands in shared transactions: committed, or repeated because one of them failed.',
  ),
  lyceum_db_session_timeouts_total: counter(['service'], 'Timeouts while waiting for a database session.'),
  lyceum_db_statement_timeouts_total: counter(
    ['service'],
    'Statements that the database or the driver cancelled because they took too long.',
  ),
  lyceum_db_statement_cancels_total: counter(
    ['service'],
    'Statements cancelled because nothing waited for them any more.',
  ),
  lyceum_db_shortages_total: counter(
    ['service', 'resource'],
    'Statements and connections that failed because the database server had no more disk space, memory or connections, or found damaged pages.',
  ),
  lyceum_db_collation_changed: gauge(
    ['service'],
    'Whether the library that orders texts for the database has another version than its indexes: 1 or 0. The same in every replica of the service.',
  ),
  lyceum_db_checksum_failures: gauge(
    ['service'],
    'Pages with a wrong checksum that the database server has found, whoever read them, since its statistics were reset. Absent if the cluster has no checksums. The same in every replica of the service.',
  ),

  lyceum_outbox_events: gauge(
    ['service'],
    'Unpublished events in the outbox, counted up to 100000. The same in every replica of the service.',
  ),
  lyceum_outbox_oldest_event_age_seconds: gauge(
    ['service'],
    'Age of the oldest unpublished event; 0 if there is none. The same in every replica of the service.',
  ),
  lyceum_outbox_published_events_total: counter(['service'], 'Events that this process published.'),
  lyceum_outbox_lost_events_total: counter(
    ['service'],
    'Events that the bus had accepted and the feed did not receive. This process had them published again.',
  ),
  lyceum_consumer_pending_events: gauge(
    ['service', 'consumer'],
    'Events in the stream that were not delivered to the consumer yet. The same in every replica of the service.',
  ),
  lyceum_consumer_unacknowledged_events: gauge(
    ['service', 'consumer'],
    'Events that were delivered to the consumer and are not handled yet. The same in every replica of the service.',
  ),
  lyceum_consumer_redelivered_events: gauge(
    ['service', 'consumer'],
    'Events that were delivered to the consumer more than once and are not handled yet. The same in every replica of the service.',
  ),
  lyceum_consumer_oldest_event_age_seconds: gauge(
    ['service', 'consumer'],
    'Age of the oldest event in the stream that a consumer of batches has not handled; 0 if there is none. The same in every replica of the service.',
  ),
  lyceum_consumer_lag_seconds: histogram(
    ['service', 'consumer'],
    'Time from the commit of an event to the commit of its handling by a consumer.',
  ),
  lyceum_dead_letters: gauge(
    ['service', 'consumer'],
    'Dead letters: events that a consumer could not handle, and later events of the same records. The same in every replica of the service.',
  ),
  lyceum_nats_connected: gauge(['service'], 'Whether this process has a working connection to NATS: 1 or 0.'),
  lyceum_webhook_deliveries_pending: gauge(
    ['service'],
    'Webhook deliveries that wait to be sent, counted up to 10000. The same in every replica of the service.',
  ),
  lyceum_webhook_oldest_due_age_seconds: gauge(
    ['service', 'receivers'],
    'Time since the oldest delivery became due, by the recent state of its receiver: answering, or troubled (failing or slow). Deliveries beyond what their institution may send in a minute are due in the next minute. The same in every replica of the service.',
  ),
  lyceum_webhook_attempts_total: counter(
    ['service', 'result'],
    'Requests to webhook receivers, by result: succeeded, refused (another status), or the reason why there was no response.',
  ),
  lyceum_problem_mails_total: counter(
    ['service', 'result'],
    'Emails to administrators about problems, by result: sent, or failed (each attempt). Only with a mail server.',
  ),
  lyceum_webhook_endpoints_disabled: gauge(
    ['service', 'reason'],
    'Webhook endpoints that the platform disabled, by reason: failures or gone. The same in every replica of the service.',
  ),

  lyceum_backup_proven_timestamp_seconds: gauge(
    ['service'],
    'When a backup was last restored and found to be whole, in seconds since 1970; absent if never. The same in every replica of the service.',
  ),

  lyceum_migrations_applied: gauge(['service'], 'Number of migrations that this build needs and the database has.'),
  lyceum_migrations_expected: gauge(['service'], 'Number of migrations that this build needs.'),
  lyceum_migrations_up_to_date: gauge(
    ['service'],
    'Whether the database has every migration that this build needs: 1 or 0.',
  ),
  lyceum_janitor_rounds_total: counter(['service'], 'Rounds that removed expired records.'),
  lyceum_janitor_failures_total: counter(
    ['service'],
    'Rounds that failed to remove expired records. The next round tries again.',
  ),

  lyceum_tls_certificate_end_timestamp_seconds: gauge(
    ['service'],
    'When the certificate ends that this process has read at its start (GRPC_TLS_CERT), in seconds since 1970; absent without one.',
  ),
  lyceum_memory_limit_bytes: gauge(
    [],
    'Memory that this process may use: the limit of its container, or else the memory of the machine.',
  ),

  lyceum_trace_spans_delivered_total: counter([], 'Trace spans accepted by the collector.'),
  lyceum_trace_spans_lost_total: counter([], 'Trace spans that could not be delivered.'),

  lyceum_scrape_errors_total: counter(
    ['service', 'query'],
    'Queries of a scrape that failed or timed out. The scrape lacks their series.',
  ),
} satisfies Record<string, Family>;

export type FamilyName = keyof typeof families;
