import type { Fault } from '../fault.ts';

/** What operators rely on: audit, logs, metrics, health, configuration, schema and the OpenAPI document. */
export const operations: readonly Fault[] = [
  {
    name: 'Beside a machine that is half a minute off, a service follows a step of the database server',
    file: 'platform/process/process-clock.ts',
    find: 'agree(known, theirs) ? theirs : medianOf(machine, known, theirs)',
    replace: 'agree(known, theirs) || !agree(machine, known) ? theirs : medianOf(machine, known, theirs)',
  },
  {
    name: 'The audit log does not name the user for whom an integration was created',
    file: 'platform/data/audit/author.ts',
    find: 'onBehalfOf: actor.createdBy }',
    replace: 'onBehalfOf: null }',
  },
  {
    name: 'The audit log does not name the event that caused a change',
    file: 'services/webhooks/worker/serve-endpoint.ts',
    find: 'cause: eventId, now }',
    replace: 'cause: null, now }',
  },
  {
    name: 'A token is logged',
    file: 'platform/observability/log.ts',
    find: "  'token',\n",
    replace: '',
  },
  {
    name: 'What drivers attach to errors is logged',
    file: 'platform/observability/log.ts',
    find: 'return { type, message, stack, code, constraint };',
    replace: 'return { ...pino.stdSerializers.err(error), type, message, stack, code, constraint };',
  },
  {
    name: 'URLs of requests are logged, with the tokens of calendar feeds',
    file: 'gateway/http/log-requests.ts',
    find: '{ id, identity, method, route, span }: FastifyRequest',
    replace: '{ id, identity, method, url: route, span }: FastifyRequest',
  },
  {
    name: 'A method that a client invents becomes a label of a metric',
    file: 'gateway/http/request-times.ts',
    find: "KNOWN_METHODS.has(method) ? method : 'other'",
    replace: 'method',
  },
  {
    name: 'Requests beyond the rate limit are not counted',
    file: 'gateway/http/request-hooks.ts',
    find: 'counts.rateLimitRefusals++;',
    replace: '',
  },
  {
    name: 'A gateway that is not ready answers 200',
    file: 'gateway/http/health.ts',
    find: '.code(isReady ? 200 : 503)',
    replace: '.code(200)',
  },
  {
    name: 'A gateway that shuts down cuts off the requests in flight',
    file: 'gateway/gateway.ts',
    find: 'server.closeAllConnections(), timerMs(deadline))',
    replace: 'server.closeAllConnections(), 0)',
  },
  {
    name: 'Only the first fault of a configuration is named',
    file: 'platform/core/config/config.ts',
    find: 'throw new ConfigError(faults);',
    replace: 'throw new ConfigError(faults.slice(0, 1));',
  },
  {
    name: 'A secret from a file keeps its line break',
    file: 'platform/core/config/config.ts',
    find: "readFileSync(file, 'utf8').trim()",
    replace: "readFileSync(file, 'utf8')",
  },
  {
    name: 'A migration creates an index that the code does not declare alike',
    file: 'services/timetracking/store/migrations/0001_timetracking.sql',
    find: 'CREATE UNIQUE INDEX time_records_open ',
    replace: 'CREATE INDEX time_records_open ',
  },
  {
    name: 'Reads wait for the locks that the janitor waits for',
    file: 'platform/process/janitor.ts',
    find: 'this.#options.db.transaction((tx) => tx.rows(statement, values))',
    replace: 'this.#options.db.rows(statement as never, values)',
  },
  {
    name: 'Expired keys are kept',
    file: 'platform/process/janitor.ts',
    find: '      () => this.#removeAll(EXPIRED_KEYS, before(0)),\n',
    replace: '',
  },
  {
    name: 'The OpenAPI document leaves out the 412 of conditional writes',
    file: 'site/openapi/statuses.ts',
    find: '    if (endpoint.ifMatch) add(412);\n',
    replace: '',
  },
  {
    name: 'The OpenAPI document promises credentials for public operations',
    file: 'site/openapi/operation.ts',
    find: '    ...(isPublic(endpoint) ? { security: [] } : {}),\n',
    replace: '',
  },
];
