import { gatewayFamilies } from './gateway-families.ts';

/** A metric: its type, its help text, and the labels of its series. Values are in base units. */
interface Family {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /**
   * All values of a label are known before the first request: names of RPCs, of routes and of parts. Never use institutions, users, paths or anything
   * else that a client can choose: each value is a series of its own, for the lifetime of this process and of the next.
   */
  readonly labels: readonly string[];
}

/** Every metric of the platform. `docs/observability.md` lists them, and a test compares the two. */
export const families = {
  lyceum_ready: {
    type: 'gauge',
    help: 'Whether this part is ready: 1 or 0. The same state as /readyz and grpc.health.v1.',
    labels: ['service'],
  },
  ...gatewayFamilies,

  lyceum_rpc_server_calls_total: {
    type: 'counter',
    help: 'RPCs answered, by gRPC status code.',
    labels: ['service', 'method', 'code'],
  },
  lyceum_rpc_server_call_duration_seconds: {
    type: 'histogram',
    help: 'Time from the arrival of an RPC to its response.',
    labels: ['service', 'method'],
  },
  lyceum_rpc_server_calls_in_flight: {
    type: 'gauge',
    help: 'RPCs in flight at the server.',
    labels: ['service'],
  },
  lyceum_rpc_server_calls_refused_total: {
    type: 'counter',
    help: 'RPCs rejected immediately because too many were in flight (reason "calls") or the process used too much memory ("memory").',
    labels: ['service', 'reason'],
  },
  lyceum_rpc_client_calls_total: {
    type: 'counter',
    help: 'RPCs made to another service, by gRPC status code. A call and its retries count as one.',
    labels: ['service', 'target', 'method', 'code'],
  },
  lyceum_rpc_client_call_duration_seconds: {
    type: 'histogram',
    help: 'Time from the start of an RPC to its response or failure, retries included.',
    labels: ['service', 'target', 'method'],
  },
  lyceum_rpc_client_calls_in_flight: {
    type: 'gauge',
    help: 'RPCs in flight at the client.',
    labels: ['service'],
  },
  lyceum_rpc_client_retries_total: {
    type: 'counter',
    help: 'Retries of RPCs.',
    labels: ['service', 'target'],
  },
  lyceum_rpc_client_addresses: {
    type: 'gauge',
    help: 'Known addresses of a service, by the state of the connection: live, trying or down.',
    labels: ['service', 'target', 'state'],
  },

  lyceum_db_sessions: {
    type: 'gauge',
    help: 'Database sessions in the pool, by state: busy or idle.',
    labels: ['service', 'state'],
  },
  lyceum_db_sessions_max: {
    type: 'gauge',
    help: 'Maximum number of database sessions in the pool.',
    labels: ['service'],
  },
  lyceum_db_waiting: {
    type: 'gauge',
    help: 'Work that waits for a database session: transactions, batches of reads, and commands that wait for a shared transaction (kind "session"), or reads that wait for a batch (kind "read").',
    labels: ['service', 'kind'],
  },
  lyceum_db_refusals_total: {
    type: 'counter',
    help: 'Transactions and reads rejected immediately because too many were waiting for a database session.',
    labels: ['service'],
  },
  lyceum_db_shared_transactions_total: {
    type: 'counter',
    help: 'Committed transactions that several commands shared.',
    labels: ['service'],
  },
  lyceum_db_shared_commands_total: {
    type: 'counter',
    help: 'Commands in shared transactions: committed, or repeated because one of them failed.',
    labels: ['service', 'outcome'],
  },
  lyceum_db_session_timeouts_total: {
    type: 'counter',
    help: 'Timeouts while waiting for a database session.',
    labels: ['service'],
  },
  lyceum_db_statement_timeouts_total: {
    type: 'counter',
    help: 'Statements that the database or the driver cancelled because they took too long.',
    labels: ['service'],
  },
  lyceum_db_statement_cancels_total: {
    type: 'counter',
    help: 'Statements cancelled because nothing waited for them any more.',
    labels: ['service'],
  },
  lyceum_db_shortages_total: {
    type: 'counter',
    help: 'Statements and connections that failed because the database server had no more disk space, memory or connections.',
    labels: ['service', 'resource'],
  },

  lyceum_outbox_events: {
    type: 'gauge',
    help: 'Unpublished events in the outbox, counted up to 100000. The same in every replica of the service.',
    labels: ['service'],
  },
  lyceum_outbox_oldest_event_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest unpublished event; 0 if there is none. The same in every replica of the service.',
    labels: ['service'],
  },
  lyceum_outbox_published_events_total: {
    type: 'counter',
    help: 'Events that this process published.',
    labels: ['service'],
  },
  lyceum_outbox_lost_events_total: {
    type: 'counter',
    help: 'Events that the bus had accepted and the feed did not receive. This process had them published again.',
    labels: ['service'],
  },
  lyceum_consumer_pending_events: {
    type: 'gauge',
    help: 'Events in the stream that were not delivered to the consumer yet. The same in every replica of the service.',
    labels: ['service', 'consumer'],
  },
  lyceum_consumer_unacknowledged_events: {
    type: 'gauge',
    help: 'Events that were delivered to the consumer and are not handled yet. The same in every replica of the service.',
    labels: ['service', 'consumer'],
  },
  lyceum_consumer_redelivered_events: {
    type: 'gauge',
    help: 'Events that were delivered to the consumer more than once and are not handled yet. The same in every replica of the service.',
    labels: ['service', 'consumer'],
  },
  lyceum_consumer_oldest_event_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest event in the stream that a consumer of batches has not handled; 0 if there is none. The same in every replica of the service.',
    labels: ['service', 'consumer'],
  },
  lyceum_consumer_lag_seconds: {
    type: 'histogram',
    help: 'Time from the commit of an event to the commit of its handling by a consumer.',
    labels: ['service', 'consumer'],
  },
  lyceum_dead_letters: {
    type: 'gauge',
    help: 'Dead letters: events that a consumer could not handle, and later events of the same records. The same in every replica of the service.',
    labels: ['service', 'consumer'],
  },
  lyceum_nats_connected: {
    type: 'gauge',
    help: 'Whether this process has a working connection to NATS: 1 or 0.',
    labels: ['service'],
  },
  lyceum_webhook_deliveries_pending: {
    type: 'gauge',
    help: 'Webhook deliveries that wait to be sent, counted up to 10000. The same in every replica of the service.',
    labels: ['service'],
  },
  lyceum_webhook_oldest_due_age_seconds: {
    type: 'gauge',
    help: 'Time since the oldest delivery became due, by the recent state of its receiver: answering, or troubled (failing or slow). Deliveries beyond what their institution may send in a minute are due in the next minute. The same in every replica of the service.',
    labels: ['service', 'receivers'],
  },
  lyceum_webhook_attempts_total: {
    type: 'counter',
    help: 'Requests to webhook receivers, by result: succeeded, refused (another status), or the reason why there was no response.',
    labels: ['service', 'result'],
  },
  lyceum_webhook_endpoints_disabled: {
    type: 'gauge',
    help: 'Webhook endpoints that the platform disabled, by reason: failures or gone. The same in every replica of the service.',
    labels: ['service', 'reason'],
  },

  lyceum_migrations_applied: {
    type: 'gauge',
    help: 'Number of migrations that this build needs and the database has.',
    labels: ['service'],
  },
  lyceum_migrations_expected: {
    type: 'gauge',
    help: 'Number of migrations that this build needs.',
    labels: ['service'],
  },
  lyceum_migrations_up_to_date: {
    type: 'gauge',
    help: 'Whether the database has every migration that this build needs: 1 or 0.',
    labels: ['service'],
  },
  lyceum_janitor_rounds_total: {
    type: 'counter',
    help: 'Rounds that removed expired records.',
    labels: ['service'],
  },
  lyceum_janitor_failures_total: {
    type: 'counter',
    help: 'Rounds that failed to remove expired records. The next round tries again.',
    labels: ['service'],
  },

  lyceum_trace_spans_delivered_total: {
    type: 'counter',
    help: 'Trace spans accepted by the collector.',
    labels: [],
  },
  lyceum_trace_spans_lost_total: {
    type: 'counter',
    help: 'Trace spans that could not be delivered.',
    labels: [],
  },

  lyceum_scrape_errors_total: {
    type: 'counter',
    help: 'Queries of a scrape that failed or timed out. The scrape lacks their series.',
    labels: ['service', 'query'],
  },
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof families;
