import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { newCursorKey } from '../../gateway/cursor/cursor-keys.ts';
import type { OverloadLimits } from '../../gateway/overload/overload-limits.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import type { TenantActor } from '../../services/chassis/actor.ts';
import { readConfig } from '../../services/chassis/config/config.ts';
import { systemIds } from '../../services/chassis/ids.ts';
import { type Logger, silentLogger } from '../../services/chassis/log.ts';
import type { Call } from '../../services/chassis/rpc/caller.ts';
import { FakeClock } from '../../services/chassis/testing/fake-clock.ts';
import { TestDatabases } from '../../services/chassis/testing/test-databases.ts';
import type { Tracing } from '../../services/chassis/tracing/tracing.ts';
import { Lyceum } from '../../system/lyceum.ts';
import { services } from '../../system/services.ts';
import { TestClient } from './test-client.ts';
import { testVariables } from './test-variables.ts';

export interface TestSystemOptions {
  /** How services are called; the environment's TEST_TRANSPORT decides by default, so that all tests run over each. */
  readonly transport?: Transport;
  readonly log?: Logger;
  readonly requestTimeoutMs?: number;
  readonly publicUrl?: string;
  readonly errorsBaseUrl?: string;
  /** What the gateway bears; by default so much that a test may flood it, however slow the machine. */
  readonly overload?: Partial<OverloadLimits>;
  readonly maxCallsInFlight?: number;
  readonly tracing?: Tracing;
  readonly logRequests?: boolean;
}

/** The whole platform for one test file: databases of its own, the real gateway over HTTP, a clock that the test moves. */
export class TestSystem {
  readonly clock: FakeClock;
  readonly databases: TestDatabases;
  readonly lyceum: Lyceum;

  private constructor(clock: FakeClock, databases: TestDatabases, lyceum: Lyceum) {
    this.clock = clock;
    this.databases = databases;
    this.lyceum = lyceum;
  }

  static async start(options: TestSystemOptions = {}): Promise<TestSystem> {
    const clock = new FakeClock('2026-10-05T08:00:00.000Z');
    const databases = await TestDatabases.create(
      inject('databaseServer'),
      randomBytes(6).toString('hex'),
      services.map(({ name }) => name),
    );
    const lyceum = await Lyceum.create({
      databaseUrl: (service) => databases.url(service),
      clock,
      ids: systemIds,
      log: options.log ?? silentLogger,
      grpcAddress: '127.0.0.1:0',
      transport: options.transport ?? transportOfEnvironment(),
      gateway: {
        host: '127.0.0.1',
        port: 0,
        cursorKeys: [newCursorKey()],
        requestTimeoutMs: options.requestTimeoutMs ?? 10_000,
        publicUrl: options.publicUrl,
        errorsBaseUrl: options.errorsBaseUrl,
        overload: { ...NO_LIMITS, ...options.overload },
        logRequests: options.logRequests ?? false,
      },
      maxCallsInFlight: options.maxCallsInFlight,
      tracing: options.tracing,
    });
    await lyceum.start();
    return new TestSystem(clock, databases, lyceum);
  }

  /** The gateway's address: `http://127.0.0.1:40123`. */
  get url(): string {
    return `http://127.0.0.1:${this.lyceum.port}`;
  }

  /** Calls as an operator of one institution, or of none. */
  operator(institutionId: string | null = null): Call {
    return this.lyceum.call({ kind: 'operator', institutionId });
  }

  /** A new institution with one integration and a client that uses it. */
  async newInstitution(name = `institution-${randomBytes(4).toString('hex')}`): Promise<TestInstitution> {
    const { institution } = await this.operator()(InstitutionService.method.importInstitution, { ref: name, name });
    const id = institution?.id ?? '';
    return {
      id,
      client: await this.newClient(id),
      operator: this.operator(id),
      actor: { kind: 'operator', institutionId: id },
    };
  }

  /** A client with a new integration of an institution. */
  async newClient(institutionId: string, createdBy?: string): Promise<TestClient> {
    const { integration, clientSecret } = await this.operator(institutionId)(
      IntegrationService.method.createIntegration,
      {
        name: 'test',
        ...(createdBy === undefined ? {} : { createdBy }),
      },
    );
    return new TestClient(this.url, integration?.clientId ?? '', clientSecret);
  }

  async stop(): Promise<void> {
    await this.lyceum.stop();
    await this.databases.drop();
  }
}

const NO_LIMITS: OverloadLimits = {
  requestsInFlight: 100_000,
  eventLoopDelayMs: 0,
  eventLoopUtilization: 0,
  heapBytes: 0,
};

type Transport = 'direct' | 'grpc' | 'mux';

function transportOfEnvironment(): Transport {
  return readConfig(testVariables, process.env).TEST_TRANSPORT;
}

export interface TestInstitution {
  readonly id: string;
  readonly client: TestClient;
  /** Calls services as an operator of this institution. */
  readonly operator: Call;
  readonly actor: TenantActor;
}
