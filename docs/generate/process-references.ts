import { apiVariables } from '../../cli/api/api-config.ts';
import { connectionVariables } from '../../cli/connection.ts';
import { dataVariables } from '../../cli/data-variables.ts';
import { operatorTokenVariables } from '../../cli/operator-token.ts';
import { terminalVariables } from '../../cli/terminal/terminal.ts';
import { consoleProcessVariables } from '../../console/config.ts';
import { databaseVariables } from '../../deploy/installation/database-urls.ts';
import { services } from '../../deploy/installation/services.ts';
import { developmentVariables } from '../../dev/config.ts';
import { natsServerVariables } from '../../dev/nats-server/find-nats-server.ts';
import { releaseVariables } from '../../dev/release/config.ts';
import { gatewayProcessVariablesFor } from '../../gateway/config.ts';
import { lyceumVariablesFor } from '../../one-process/config.ts';
import type { Environment, Variables } from '../../platform/core/config/config.ts';
import { natsAddressVariables, natsLimitVariables } from '../../platform/events/nats/nats-variables.ts';
import { databaseVariables as ownDatabaseVariables, serviceVariablesFor } from '../../platform/process/process.ts';
import { testVariables } from '../../test/support/test-variables.ts';

/** A process of the platform, as the reference describes it. */
export interface ProcessReference {
  readonly title: string;
  readonly about: string;
  /** The variables that the process reads; some depend on the values of others. */
  variables(environment: Environment): Variables;
}

const names = services.map(({ name }) => name);

function callers(): string {
  const calling = services.filter(({ calls = [] }) => calls.length > 0);
  return calling.map(({ name, calls = [] }) => `${name} calls ${calls.join(' and ')}`).join(', ');
}

/** Every process, with the declarations that it reads its environment by. */
export const processReferences: readonly ProcessReference[] = [
  {
    title: 'Everything in one process',
    about: '`one-process/main.ts`.',
    variables: lyceumVariablesFor,
  },
  {
    title: '`npm start`',
    about:
      '`dev/main.ts` reads the variables of [everything in one process](#everything-in-one-process) and the one below. It requires none: it makes ' +
      'the keys and databases that are not given. It refuses `NODE_ENV=production`.',
    variables: () => ({ DATA_DIR: developmentVariables.DATA_DIR }),
  },
  {
    title: '`npm run start:services`: a process each, on one machine',
    about:
      '`dev/start-services.ts` reads the variables of `npm start` and those below. The processes that it starts inherit its environment, so ' +
      'variables for the gateway and the services take effect, too.',
    variables: () => ({ ...natsServerVariables, ...natsLimitVariables }),
  },
  {
    title: 'The gateway',
    about: '`gateway/main.ts`.',
    variables: gatewayProcessVariablesFor,
  },
  {
    title: 'The console',
    about: '`console/main.ts`.',
    variables: () => consoleProcessVariables,
  },
  {
    title: 'The services',
    about: `\`services/<name>/main.ts\`, each in its own process. A service reads the addresses of the services that it calls: ${callers()}.`,
    variables: (environment) =>
      Object.assign({}, ...services.map((service) => serviceVariablesFor(service, environment))) as Variables,
  },
  {
    title: "A service's migration",
    about: '`main.ts migrate` of a service reads only these.',
    variables: () => ownDatabaseVariables,
  },
  {
    title: 'The command line',
    about:
      '`lyceum` (`cli/main.ts`). Commands that call services use the addresses of the services. `punch` uses the API, `migrate` and `events` use the databases, `events tail` and `nats` use NATS.',
    variables: (environment) => ({
      ...connectionVariables,
      ...operatorTokenVariables,
      ...apiVariables,
      ...databaseVariables(names, { environment, required: false }),
      ...dataVariables,
      ...natsAddressVariables,
      ...natsLimitVariables,
      ...terminalVariables,
    }),
  },
  {
    title: '`npm run release`',
    about: '`dev/release/main.ts`; see [deployment.md](deployment.md#a-release-that-can-be-checked).',
    variables: () => releaseVariables,
  },
  {
    title: 'The tests',
    about: '`npm test`; see [testing.md](testing.md).',
    variables: () => ({ ...testVariables, ...natsServerVariables }),
  },
];
