import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseName } from '../../../deploy/installation/database-urls.ts';
import { natsUsers } from '../../../deploy/installation/nats-users.ts';
import { services } from '../../../deploy/installation/services.ts';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { peerVariable } from '../../../platform/process/peers.ts';
import { type CliAnswer, runCli } from '../../../test/support/cli/run-cli.ts';
import { runMakeSecrets, variablesOf } from '../../../test/support/deploy/one-machine.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { portsOf, spawnOneProcess } from '../../../test/support/process/one-process.ts';
import type { Program } from '../../../test/support/process/program.ts';
import {
  portOf,
  spawnConsole,
  spawnGateway,
  spawnService,
  WITHOUT_LIMITS,
} from '../../../test/support/process/service-process.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { UserServer } from '../../../test/support/user-server.ts';

/** Every process of a running installation, and where the web server in front would reach it. */
export interface Running {
  /** All of one process, or the gateway and the console first. */
  readonly programs: ReadonlyMap<string, Program>;
  readonly gateway: string;
  readonly console: string;
  /** The addresses of the services, as variables of the command line. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** The origin that browsers and clients know, whatever runs behind it. */
export const ORIGIN = 'https://lyceum.example';

/** An installation on one machine, with the secrets of the script: in one process, or in separate ones. */
export class OneMachine {
  readonly #scope: TestScope;
  readonly #folder: string;
  readonly #server: UserServer;
  readonly #more: Readonly<Record<string, string>>;
  #nats: TestNats | undefined;

  private constructor(scope: TestScope, folder: string, server: UserServer, more: Readonly<Record<string, string>>) {
    this.#scope = scope;
    this.#folder = folder;
    this.#server = server;
    this.#more = more;
  }

  /** Makes the secrets and the databases. @param more variables of every process */
  static async make(scope: TestScope, more: Readonly<Record<string, string>>): Promise<OneMachine> {
    const folder = join((await scope.dataDirectory()).path, 'secrets');
    const server = await UserServer.start();
    scope.onClear(() => server.stop());
    const { host } = new URL(server.url('postgres'));
    runMakeSecrets(folder, host);
    const roles = await readFile(join(folder, 'databases.sql'), 'utf8');
    await server.run(...roles.split(';\n').filter((statement) => statement !== ''));
    return new OneMachine(scope, folder, server, more);
  }

  /** The superuser's URL of a service's database. */
  databaseUrl(service: string): string {
    return this.#server.url(databaseName(service));
  }

  /** Starts everything in one process. */
  async startOne(): Promise<Running> {
    const ports = { PORT: '0', GRPC_PORT: '0', CONNECT_PORT: '0', METRICS_PORT: '0' };
    const own = { PUBLIC_URL: ORIGIN, CONSOLE_TRUSTED_PROXIES: '127.0.0.1', ...WITHOUT_LIMITS };
    const env = { ...PRODUCTION, ...own, ...ports, ...(await this.#secretsOf('lyceum')), ...this.#more };
    const program = this.#scope.run(spawnOneProcess(env));
    const { port, grpcPort } = await portsOf(program);
    const url = `http://127.0.0.1:${port}`;
    return {
      programs: new Map([['lyceum', program]]),
      gateway: url,
      console: url,
      addresses: { GRPC_URL: `127.0.0.1:${grpcPort}` },
    };
  }

  /** Starts the separate processes, with an empty NATS the first time. */
  async startSeparate(): Promise<Running> {
    if (!this.#nats) {
      const nats = await TestNats.start(natsUsers);
      this.#scope.onClear(() => nats.remove());
      this.#nats = nats;
      runMakeSecrets(this.#folder, 'unused', new URL(nats.urlOf('directory')).host);
    }
    const urls = { PUBLIC_URL: ORIGIN, CONSOLE_URL: `${ORIGIN}/console` };
    const environmentOf = async (name: string): Promise<Record<string, string>> => {
      const { NATS_URL: _, ...secrets } = await this.#secretsOf(name);
      return { ...PRODUCTION, ...urls, ...secrets, NATS_URL: this.#nats?.urlOf(name) ?? '', ...this.#more };
    };
    const ports = new Map<string, number>();
    for (const { name } of services) ports.set(name, await findFreePort(null));
    const programs = new Map<string, Program>();
    const gateway = this.#scope.run(spawnGateway(ports, await environmentOf('gateway')));
    const consolePort = await findFreePort(null);
    const console = this.#scope.run(spawnConsole(ports, consolePort, { ...PRODUCTION, ...urls, ...this.#more }));
    programs.set('gateway', gateway).set('console', console);
    for (const { name } of services) {
      const { DATABASE_URL: databaseUrl = '', ...env } = await environmentOf(name);
      programs.set(name, this.#scope.run(spawnService({ service: name, databaseUrl }, ports, env)));
    }
    const url = `http://127.0.0.1:${await portOf(gateway)}`;
    for (const program of programs.values()) await portOf(program);
    await until('/readyz with 200', async () => (await fetch(`${url}/readyz`)).status === 200);
    return {
      programs,
      gateway: url,
      console: `http://127.0.0.1:${consolePort}`,
      addresses: Object.fromEntries([...ports].map(([name, port]) => [peerVariable(name), `127.0.0.1:${port}`])),
    };
  }

  /** Runs the command line beside a running installation, or beside the databases alone. */
  async cli(running: Pick<Running, 'addresses'> | undefined, token: string, ...args: string[]): Promise<CliAnswer> {
    const environment = { ...(await this.#secretsOf('lyceum')), ...running?.addresses, LYCEUM_OPERATOR_TOKEN: token };
    const answer = await runCli(args, { environment });
    if (answer.code !== 0) throw new Error(`lyceum ${args.join(' ')}: ${answer.stderr}`);
    return answer;
  }

  async #secretsOf(name: string): Promise<Record<string, string>> {
    if (name === 'console') return {};
    return variablesOf(await readFile(join(this.#folder, `${name}.env`), 'utf8'));
  }
}

/** Stops every process as systemd does: the edges first. */
export async function stopAll({ programs }: Running): Promise<void> {
  for (const program of programs.values()) {
    program.kill('SIGTERM');
    await program.exited;
  }
}

const PRODUCTION = { NODE_ENV: 'production' };
