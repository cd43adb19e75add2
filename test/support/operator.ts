import type { Call } from '../../platform/calls/caller.ts';
import type { RemoteTransport } from '../../platform/calls/remote-transport.ts';
import { serviceOf } from '../../platform/core/access.ts';
import type { Grant } from '../../platform/core/grant.ts';
import { grantMessage } from '../../platform/core/grant-message.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { callAs } from './call-as.ts';
import { grpcTransport } from './calls/grpc-transport.ts';
import type { Ports } from './process/service-process.ts';
import { TestClient } from './test-client.ts';

/** An operator at the services' gRPC ports, like the command line; for programs that use the tests' keys. */
export class Operator {
  readonly #portOf: (service: string) => number;
  readonly #transports = new Map<number, RemoteTransport>();

  /** @param ports the one of all services, or each service's */
  constructor(ports: number | Ports) {
    this.#portOf = typeof ports === 'number' ? () => ports : (service) => ports.get(service) ?? 0;
  }

  call(institutionId: string | null = null): Call {
    return callAs(
      { transportOf: (method) => this.#transportAt(this.#portOf(serviceOf(method))) },
      { kind: 'operator', institutionId },
    );
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

  /** A client of the gateway at `url` with a new integration, hence with its own rate limit. */
  async newClient(institutionId: string, url: string, grant?: Pick<Grant, 'access' | 'areas'>): Promise<TestClient> {
    const { integration, clientSecret } = await this.call(institutionId)(IntegrationService.method.createIntegration, {
      name: 'test',
      ...(grant && { grant: grantMessage(grant) }),
    });
    return new TestClient(url, integration?.clientId ?? '', clientSecret);
  }

  /** The token of a new directory sync of an institution. */
  async newSyncToken(institutionId: string): Promise<string> {
    const asked = { name: 'sync', isDirectorySync: true };
    const { integration, clientSecret } = await this.call(institutionId)(
      IntegrationService.method.createIntegration,
      asked,
    );
    return `${integration?.clientId}.${clientSecret}`;
  }

  /** Makes a user an administrator. */
  async addAdministrator(institutionId: string, email: string): Promise<void> {
    await this.call(institutionId)(AdministratorService.method.addAdministrator, { email });
  }

  /** The path of a new one-time link with which an administrator signs in to the console. */
  async newSignInLink(institutionId: string, email: string): Promise<string> {
    const { code } = await this.call(institutionId)(AdministratorService.method.createSignInLink, { email });
    return `/console/link/${code}`;
  }

  close(): void {
    for (const transport of this.#transports.values()) transport.close();
  }

  #transportAt(port: number): RemoteTransport {
    const transport = this.#transports.get(port) ?? grpcTransport(`127.0.0.1:${port}`);
    this.#transports.set(port, transport);
    return transport;
  }
}
