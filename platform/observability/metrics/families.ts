import { gatewayFamilies } from './gateway-families.ts';

/** One measure: what it counts, in its base unit, and what tells its series apart. */
interface Family {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /**
   * Values of a label are known before the first request: names of the contracts, of routes and of parts. Institutions, users, paths and whatever
   * else a client may choose are none, because each value is a series of its own for as long as the process lives, and the next.
   */
  readonly labels: readonly string[];
}

/** Every measure of the platform. `docs/metrics.md` lists them for whoever reads dashboards. */
export const families = {
  lyceum_ready: {
    type: 'gauge',
    help: 'Whether this part can do its work: 1, or 0. What /readyz and grpc.health.v1 say.',
    labels: ['service'],
  },
  ...gatewayFamilies,

  lyceum_rpc_server_calls_total: {
    type: 'counter',
    help: 'RPCs that were answered, by gRPC status code.',
    labels: ['service', 'method', 'code'],
  },
  lyceum_rpc_server_call_duration_seconds: {
    type: 'histogram',
    help: 'Time from the arrival of an RPC to its answer.',
    labels: ['service', 'method'],
  },
  lyceum_rpc_server_calls_in_flight: {
    type: 'gauge',
    help: 'RPCs that have arrived and are not yet answered.',
    labels: ['service'],
  },
  lyceum_rpc_server_calls_refused_total: {
    type: 'counter',
    help: 'RPCs that were refused at once: too many were under way (reason "calls"), or the process held too much memory ("memory").',
    labels: ['service', 'reason'],
  },
  lyceum_rpc_client_calls_total: {
    type: 'counter',
    help: 'RPCs that a service or the gateway has made of another service, all tries as one, by gRPC status code.',
    labels: ['service', 'target', 'method', 'code'],
  },
  lyceum_rpc_client_call_duration_seconds: {
    type: 'histogram',
    help: 'Time from the begin of an RPC to its answer or failure, all tries as one.',
    labels: ['service', 'target', 'method'],
  },
  lyceum_rpc_client_calls_in_flight: {
    type: 'gauge',
    help: 'RPCs whose answers a service or the gateway waits for.',
    labels: ['service'],
  },
  lyceum_rpc_client_retries_total: {
    type: 'counter',
    help: 'Tries of RPCs beyond the first.',
    labels: ['service', 'target'],
  },
  lyceum_rpc_client_addresses: {
    type: 'gauge',
    help: 'Addresses of a service that are known, by the state of the connection: live, trying or down.',
    labels: ['service', 'target', 'state'],
  },

  lyceum_db_sessions: {
    type: 'gauge',
    help: 'Database sessions of the pool, by state: busy or idle.',
    labels: ['service', 'state'],
  },
  lyceum_db_sessions_max: {
    type: 'gauge',
    help: 'Database sessions that the pool may have.',
    labels: ['service'],
  },
  lyceum_db_waiting: {
    type: 'gauge',
    help: 'Work that waits for a database session: transactions and batches of reads, and commands that gather for a shared transaction (kind "session"), callers of reads that gather for a batch (kind "read").',
    labels: ['service', 'kind'],
  },
  lyceum_db_refusals_total: {
    type: 'counter',
    help: 'Transactions and reads that were refused at once because too many waited for a database session.',
    labels: ['service'],
  },
  lyceum_db_shared_transactions_total: {
    type: 'counter',
    help: 'Transactions that several commands shared, and that were committed.',
    labels: ['service'],
  },
  lyceum_db_shared_commands_total: {
    type: 'counter',
    help: 'Commands of shared transactions: committed, or repeated because one of them failed.',
    labels: ['service', 'outcome'],
  },
  lyceum_db_session_timeouts_total: {
    type: 'counter',
    help: 'Times that no database session could be had in time.',
    labels: ['service'],
  },
  lyceum_db_statement_timeouts_total: {
    type: 'counter',
    help: 'Statements that the database or the driver ended because they took too long.',
    labels: ['service'],
  },
  lyceum_db_statement_cancels_total: {
    type: 'counter',
    help: 'Statements that were to be cancelled because nobody waited for them any more.',
    labels: ['service'],
  },
  lyceum_db_shortages_total: {
    type: 'counter',
    help: 'Statements and connections that failed because the database server had run out of something: disk, memory or connections.',
    labels: ['service', 'resource'],
  },

  lyceum_outbox_events: {
    type: 'gauge',
    help: 'Events of the outbox that are not yet published, counted up to 100000. The same in every replica of the service.',
    labels: ['service'],
  },
  lyceum_outbox_oldest_event_age_seconds: {
    type: 'gauge',
    help: 'Age of the first event that is not yet published; 0 when there is none. The same in every replica of the service.',
    labels: ['service'],
  },
  lyceum_outbox_published_events_total: {
    type: 'counter',
    help: 'Events that this process has published.',
    labels: ['service'],
  },
  lyceum_consumer_pending_events: {
    type: 'gauge',
    help: 'Events of the stream that a consumer has not been given yet. The same in every replica of the service.',
    labels: ['service', 'consumer'],
  },
  lyceum_consumer_unacknowledged_events: {
    type: 'gauge',
    help: 'Events that a consumer was given and has not handled yet. The same in every replica of the service.',
    labels: ['service', 'consumer'],
  },
  lyceum_consumer_redelivered_events: {
    type: 'gauge',
    help: 'Events that a consumer was given more than once and has not handled yet. The same in every replica of the service.',
    labels: ['service', 'consumer'],
  },
  lyceum_consumer_oldest_event_age_seconds: {
    type: 'gauge',
    help: 'Age of the first event of the stream that a consumer of batches has not handled; 0 when there is none. The same in every replica of the service.',
    labels: ['service', 'consumer'],
  },
  lyceum_consumer_lag_seconds: {
    type: 'histogram',
    help: 'Time from the commit of an event to that of its handling by a consumer.',
    labels: ['service', 'consumer'],
  },
  lyceum_dead_letters: {
    type: 'gauge',
    help: 'Events that a consumer could not handle, and those behind them. The same in every replica of the service.',
    labels: ['service', 'consumer'],
  },
  lyceum_nats_connected: {
    type: 'gauge',
    help: 'Whether this process has a connection to NATS that works: 1, or 0.',
    labels: ['service'],
  },
  lyceum_webhook_deliveries_pending: {
    type: 'gauge',
    help: 'Deliveries to webhook endpoints that wait, counted up to 100000. The same in every replica of the service.',
    labels: ['service'],
  },
  lyceum_webhook_oldest_due_age_seconds: {
    type: 'gauge',
    help: 'For how long the first delivery is due, by how its receiver has answered lately: answering, or troubled (failing or slow). The same in every replica.',
    labels: ['service', 'receivers'],
  },
  lyceum_webhook_attempts_total: {
    type: 'counter',
    help: 'Requests to receivers of webhooks, by what came of them: succeeded, refused (another status), or why there was no answer.',
    labels: ['service', 'result'],
  },
  lyceum_webhook_endpoints_disabled: {
    type: 'gauge',
    help: 'Webhook endpoints that the platform has disabled, by the reason: failures or gone. The same in every replica of the service.',
    labels: ['service', 'reason'],
  },

  lyceum_migrations_applied: {
    type: 'gauge',
    help: 'Migrations that this build needs and the database has.',
    labels: ['service'],
  },
  lyceum_migrations_expected: {
    type: 'gauge',
    help: 'Migrations that this build needs.',
    labels: ['service'],
  },
  lyceum_migrations_up_to_date: {
    type: 'gauge',
    help: 'Whether the database has every migration that this build needs: 1, or 0.',
    labels: ['service'],
  },
  lyceum_janitor_rounds_total: {
    type: 'counter',
    help: 'Rounds in which what has served its time was removed.',
    labels: ['service'],
  },
  lyceum_janitor_failures_total: {
    type: 'counter',
    help: 'Rounds that failed, and are tried again with the next.',
    labels: ['service'],
  },

  lyceum_trace_spans_delivered_total: {
    type: 'counter',
    help: 'Spans of traces that the collector has taken.',
    labels: [],
  },
  lyceum_trace_spans_lost_total: {
    type: 'counter',
    help: 'Spans of traces that could not be delivered.',
    labels: [],
  },

  lyceum_scrape_errors_total: {
    type: 'counter',
    help: 'Questions of a scrape that had no answer in time, or a failure; their series are missing in it.',
    labels: ['service', 'query'],
  },
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof families;
