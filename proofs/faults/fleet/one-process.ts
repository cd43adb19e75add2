import { databaseVariable } from '../../../deploy/installation/database-urls.ts';
import type { Program } from '../../../test/support/process/program.ts';
import type { Ports } from '../../../test/support/process/service-process.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import { UserServer } from '../../../test/support/user-server.ts';
import { errorLinesOf } from './error-lines.ts';
import { SERVICES, type Service } from './parts.ts';
import type { Platform, PlatformProcess } from './platform.ts';
import { PRODUCTION_LIMITS } from './production-limits.ts';

/** The platform as `npm start` runs it, with the same limits, on its own durable PostgreSQL. */
export class OneProcess implements Platform {
  readonly urls: readonly string[];
  readonly ports: Ports;
  readonly #postgres: UserServer;
  readonly #program: Program;

  private constructor(postgres: UserServer, program: Program, { url, grpcPort }: { url: string; grpcPort: number }) {
    this.#postgres = postgres;
    this.#program = program;
    this.urls = [url];
    this.ports = new Map(SERVICES.map((name) => [name, grpcPort]));
  }

  /**
   * Starts everything with empty databases. The test scope stops it.
   * @param gateway environment variables of the gateway in addition to its defaults
   */
  static async start(scope: TestScope, gateway: Readonly<Record<string, string>>): Promise<OneProcess> {
    const postgres = await UserServer.start(true);
    scope.onClear(() => postgres.stop());
    await postgres.ensureDatabases([...SERVICES]);
    const databases = SERVICES.map((service) => [databaseVariable(service), postgres.url(service)]);
    const env = { ...Object.fromEntries(databases), ...PRODUCTION_LIMITS, ...gateway };
    const { program, ...welcome } = await scope.startLyceum(await scope.dataDirectory(), { env });
    return new OneProcess(postgres, program, welcome);
  }

  get processes(): PlatformProcess[] {
    const { child, isRunning } = this.#program;
    return [{ name: 'lyceum', pid: child.pid ?? 0, isRunning, memoryMiB: Number.POSITIVE_INFINITY }];
  }

  get errorLines(): string[] {
    return errorLinesOf('lyceum', this.#program);
  }

  databaseUrl(service: Service): string {
    return this.#postgres.url(service);
  }
}
