import { newCursorKey } from '../../gateway/cursor/cursor-keys.ts';
import { systemClock } from '../../services/chassis/clock.ts';
import { systemIds } from '../../services/chassis/ids.ts';
import { createLogger } from '../../services/chassis/log.ts';
import { databaseVariable } from '../../system/database-urls.ts';
import { Lyceum } from '../../system/lyceum.ts';
import { givenLimits } from './limits.ts';
import { given, serveBench } from './target.ts';

/** The product in one process, with everything in it. */
const lyceum = await Lyceum.create({
  databaseUrl: (service) => given(databaseVariable(service)),
  clock: systemClock,
  ids: systemIds,
  log: createLogger({ name: 'bench', level: 'warn', pretty: false }),
  grpcAddress: '127.0.0.1:0',
  transport: 'direct',
  gateway: {
    host: '127.0.0.1',
    port: 0,
    cursorKeys: [newCursorKey()],
    requestTimeoutMs: 30_000,
    overload: givenLimits(),
  },
});
await lyceum.start();
serveBench(lyceum.port);
