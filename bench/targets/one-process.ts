import { createWriteStream } from 'node:fs';
import { newCursorKey } from '../../gateway/cursor/cursor-keys.ts';
import { systemClock } from '../../services/chassis/clock.ts';
import { readConfig } from '../../services/chassis/config/config.ts';
import { systemIds } from '../../services/chassis/ids.ts';
import { createLogger } from '../../services/chassis/log.ts';
import { testKeys } from '../../services/chassis/testing/test-identities.ts';
import { openTracing } from '../../services/chassis/tracing/open-tracing.ts';
import { tracingVariables } from '../../services/chassis/tracing/tracing-variables.ts';
import { databaseVariable } from '../../system/database-urls.ts';
import { Lyceum } from '../../system/lyceum.ts';
import { givenLimits } from './limits.ts';
import { given, serveBench } from './target.ts';

/** The product in one process, with everything in it; with traces where a collector is given, with a line for each request where that is. */
const logRequests = process.env.LOG_REQUESTS === '1';
const nowhere = createWriteStream('/dev/null');
const log = createLogger({
  name: 'bench',
  level: logRequests ? 'info' : 'warn',
  pretty: false,
  ...(logRequests ? { destination: nowhere } : {}),
});
const lyceum = await Lyceum.create({
  databaseUrl: (service) => given(databaseVariable(service)),
  clock: systemClock,
  ids: systemIds,
  log,
  grpcAddress: '127.0.0.1:0',
  transport: 'direct',
  identityKeys: testKeys,
  tracing: await openTracing(readConfig(tracingVariables, process.env), 'lyceum', log),
  gateway: {
    host: '127.0.0.1',
    port: 0,
    cursorKeys: [newCursorKey()],
    requestTimeoutMs: 30_000,
    overload: givenLimits(),
    logRequests,
  },
});
await lyceum.start();
serveBench(lyceum.port);
