import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '../cli/connection.ts';
import { fillDemo } from '../cli/demo/fill-demo.ts';
import { services } from '../deploy/installation/services.ts';
import { findFreePort, supervise } from '../libraries/embedded-postgres/index.ts';
import { parseIdentityKeys, publicKeysText } from '../platform/calls/identity/identity-keys.ts';
import { callerCredentials, tlsVariables } from '../platform/calls/tls.ts';
import { isForTerminal, processEnvironment, readConfig } from '../platform/core/config/config.ts';
import { failStart, StartError } from '../platform/core/start-error.ts';
import { migrate } from '../platform/data/migrate.ts';
import { createLogger } from '../platform/observability/log.ts';
import { runUntilSignal } from '../platform/process/lifetime.ts';
import { ensureSite } from '../site/ensure-site.ts';
import { type Child, spawnChild } from './child.ts';
import { exportsOf, readDevelopmentConfig } from './config.ts';
import { openDatabases } from './databases.ts';
import { prepareDemo } from './demo.ts';
import { developmentCursorKeys, developmentIdentityKeys, developmentSecretKeys } from './development-secrets.ts';
import { checkDataDirectory } from './embedded-postgres.ts';
import { endWithNpm } from './end-with-npm.ts';
import { listOfParts } from './list-of-parts.ts';
import { openNats } from './local-nats.ts';
import { prepareLocalOperator } from './local-operator.ts';
import { findNatsServer } from './nats-server/find-nats-server.ts';
import { checkPort, choosePort } from './ports.ts';
import { prefixedLines } from './prefixed-lines.ts';
import { ProcessPlan } from './process-plan.ts';
import { recordRunning } from './record-running.ts';
import { welcome } from './welcome.ts';

/**
 * `npm run start:services`: the platform as in production, on one machine: one process for each service, the gateway
 * and the console, with NATS and an embedded PostgreSQL. A process that dies is logged and started again; a process
 * that was stopped is started again on SIGUSR2; Ctrl-C stops all.
 */
async function main(): Promise<void> {
  const environment = processEnvironment();
  const config = readDevelopmentConfig(environment);
  const log = createLogger({
    name: 'lyceum',
    level: config.LOG_LEVEL,
    pretty: isForTerminal(environment, process.stdout),
  });
  const dataDir = resolve(config.DATA_DIR);
  const names = services.map(({ name }) => name);
  const credentials = callerCredentials(readConfig(tlsVariables, environment));
  const print = prefixedLines([...names, 'console', 'gateway'], process.stdout);

  endWithNpm(environment);
  await runUntilSignal(log, GRACE_MS, async (acquire) => {
    await checkDataDirectory(dataDir);
    await checkPort('PORT', { port: config.PORT, host: config.HOST }, environment);
    const [program] = await acquire(Promise.all([findNatsServer(environment), ensureSite()]));
    const databases = await acquire(openDatabases({ environment, dataDir, log }), (it) => it.stop());
    await acquire(
      Promise.all(
        services.map(({ name, migrations }) =>
          migrate({ databaseUrl: databases.sessionUrl(name), migrations, log: log.child({ service: name }) }),
        ),
      ),
    );
    const nats = await acquire(openNats({ environment, program, dataDir, log }), (it) => it.stop());
    const identityKeys = config.IDENTITY_KEYS ? undefined : await developmentIdentityKeys(dataDir);
    const plan = await ProcessPlan.make({
      services: names,
      firstGrpcPort: config.GRPC_PORT,
      firstConnectPort: config.CONNECT_PORT,
      gatewayPort: config.PORT === 0 ? await findFreePort(null) : await choosePort('PORT', config.PORT, environment),
      consolePort: await findFreePort(config.PORT === 0 ? null : config.PORT + 1),
      firstMetricsPort: config.METRICS_PORT,
      host: config.HOST,
      nats,
      cursorKeys: config.CURSOR_KEYS ? undefined : await developmentCursorKeys(dataDir),
      identityKeys,
      erasureJournal: config.ERASURE_JOURNAL ?? join(dataDir, 'erasures.jsonl'),
      secretKeys: {
        identity: config.IDENTITY_SECRET_KEYS ? undefined : await developmentSecretKeys(dataDir),
        webhooks: config.WEBHOOKS_SECRET_KEYS ? undefined : await developmentSecretKeys(dataDir),
      },
      identityPublicKeys: publicKeysText(config.IDENTITY_KEYS ?? parseIdentityKeys(identityKeys ?? '')),
      databaseUrl: (service) => databases.url(service),
      directDatabaseUrl: (service) => databases.directUrl(service),
      loopback: credentials ? 'localhost' : '127.0.0.1',
      environment,
    });
    const launch = (name: string) =>
      spawnChild({ name, script: plan.scriptOf(name), environment: plan.environmentOf(name), print });
    const all = [...names, 'console', 'gateway'];
    const children = await acquire(Promise.all(all.map(async (name) => launch(name))), stopInOrder);
    await acquire(answering(`${plan.gatewayUrl}/readyz`, children));
    const PORT = String(plan.gatewayPort);
    await recordRunning(dataDir, { PORT, ...plan.commandLine });
    const relaunch = async (name: string) => {
      const child = launch(name);
      log.info(`${name} is running again; to stop it: kill ${child.pid}`);
      return child;
    };
    const supervisors = await acquire(
      children.map((child) =>
        supervise({
          name: child.name,
          first: child,
          launchAgain: () => relaunch(child.name),
          log,
          onLeft: () => log.info(`${child.name} was stopped; to start it again: kill -USR2 ${process.pid}`),
        }),
      ),
      stopInOrder,
    );
    process.on('SIGUSR2', () => {
      for (const supervisor of supervisors) supervisor.resume();
    });
    const open = async () => {
      const { token } = await prepareLocalOperator({ dataDir, databaseUrl: databases.sessionUrl('identity'), log });
      const connection = new Connection({ ...environment, ...plan.addresses, LYCEUM_OPERATOR_TOKEN: token });
      const demo = prepareDemo({ call: ({ institutionId }) => connection.callFor(institutionId) }, dataDir, fillDemo);
      return demo.finally(() => connection.close());
    };
    const demo = await acquire(open());
    const url = config.PUBLIC_URL ?? plan.gatewayUrl;
    const exports = exportsOf({ DATA_DIR: dataDir, PORT, ...plan.commandLine });
    const parts = listOfParts({ plan, children, databaseUrl: databases.sessionUrl('directory'), nats });
    process.stdout.write(welcome({ url, consoleUrl: plan.consoleUrl, exports, parts, demo }));
  });
}

/** The gateway and the console first, so that requests in flight can still call the services. */
async function stopInOrder(processes: readonly Pick<Child, 'stop'>[]): Promise<void> {
  await Promise.all(processes.slice(-2).map((each) => each.stop()));
  await Promise.all(processes.map((each) => each.stop()));
}

/** Resolves when the address answers with 200; rejects if a process ends first. */
async function answering(url: string, children: readonly Child[]): Promise<void> {
  let ended: Child | undefined;
  for (const child of children) void child.exited.then(() => (ended ??= child));
  const timeout = AbortSignal.timeout(START_MS);
  while (!ended && !timeout.aborted) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
    if (answer?.status === 200) return;
    await delay(POLL_MS);
  }
  throw new StartError(ended ? `${ended.name} did not start; see its last lines.` : `${url} did not answer in time.`);
}

const GRACE_MS = 60_000;
const START_MS = 120_000;
const ANSWER_MS = 3_000;
const POLL_MS = 100;

main().catch(failStart);
