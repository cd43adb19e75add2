import { createWriteStream } from 'node:fs';
import { configuredDatabase, configuredServers, databaseVariable } from '../../deploy/installation/database-urls.ts';
import { newCursorKey, parseCursorKeys } from '../../gateway/endpoint/cursor-keys.ts';
import { Lyceum } from '../../one-process/lyceum.ts';
import { systemClock } from '../../platform/core/clock.ts';
import { readConfig } from '../../platform/core/config/config.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { createLogger } from '../../platform/observability/log.ts';
import { openTracing } from '../../platform/observability/tracing/open-tracing.ts';
import { tracingVariables } from '../../platform/observability/tracing/tracing-variables.ts';
import { testKeys } from '../../test/support/calls/test-identities.ts';
import { testConfiguration } from '../../test/support/calls/test-secret-keys.ts';
import { limitsOfEnvironment } from './limits.ts';
import { requiredVariable, serveBench } from './target.ts';

/** The complete product in one process; with traces if a collector is given, with a log line per request if enabled. */
const { CURSOR_KEYS: cursorKeys } = process.env;
const logRequests = process.env.LOG_REQUESTS === '1';
const nowhere = createWriteStream('/dev/null');
const log = createLogger({
  name: 'bench',
  level: logRequests ? 'info' : 'warn',
  pretty: false,
  ...(logRequests ? { destination: nowhere } : {}),
});
const lyceum = await Lyceum.create({
  databaseUrl: (database) =>
    configuredDatabase(database, process.env)?.url ?? requiredVariable(databaseVariable(database)),
  servers: configuredServers(process.env),
  clock: systemClock,
  ids: systemIds,
  log,
  grpcAddress: '127.0.0.1:0',
  warmsUp: true,
  identityKeys: testKeys,
  configuration: testConfiguration,
  tracing: await openTracing(readConfig(tracingVariables, process.env), 'lyceum', log),
  gateway: {
    host: '127.0.0.1',
    port: 0,
    cursorKeys: cursorKeys === undefined ? [newCursorKey()] : parseCursorKeys(cursorKeys),
    requestTimeoutMs: 30_000,
    admission: limitsOfEnvironment(),
    logRequests,
  },
});
await lyceum.start();
serveBench(lyceum.port);
