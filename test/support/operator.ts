import type { Call } from '../../platform/calls/caller.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { callAs } from './call-as.ts';
import { grpcTransport } from './calls/grpc-transport.ts';
import { TestClient } from './test-client.ts';

/** An operator at the services' gRPC port, like the command line; for programs that use the tests' keys. */
export class Operator {
  readonly #transport: ReturnType<typeof grpcTransport>;

  constructor(grpcPort: number) {
    this.#transport = grpcTransport(`127.0.0.1:${grpcPort}`);
  }

  call(institutionId: string | null = null): Call {
    return callAs({ transportOf: () => this.#transport }, { kind: 'operator', institutionId });
  }

  /** A new institution; returns its id. */
  async newInstitution(name: string): Promise<string> {
    const { institution } = await this.call()(InstitutionService.method.importInstitution, { ref: name, name });
    return institution?.id ?? '';
  }

  /** Ends an integration. */
  async deactivate({ clientId }: TestClient): Promise<void> {
    await this.call()(IntegrationService.method.deactivateIntegration, { clientId });
  }

  /** The first institution. */
  async anyInstitution(): Promise<string> {
    const { institutions } = await this.call()(InstitutionService.method.listInstitutions, {});
    return institutions[0]?.id ?? '';
  }

  /** A client of the gateway at `url` with a new integration, hence with its own rate limit. */
  async newClient(institutionId: string, url: string): Promise<TestClient> {
    const { integration, clientSecret } = await this.call(institutionId)(IntegrationService.method.createIntegration, {
      name: 'test',
    });
    return new TestClient(url, integration?.clientId ?? '', clientSecret);
  }

  close(): void {
    this.#transport.close();
  }
}
