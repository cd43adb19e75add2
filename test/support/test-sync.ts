import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestInstitution, TestSystem } from './test-system.ts';

export interface ScimAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the JSON of any answer.
  readonly body: any;
}

/** A directory sync of an institution, which speaks SCIM. Checks what all answers must have. */
export class TestSync {
  readonly token: string;
  readonly integrationId: string;
  readonly #url: string;

  private constructor(url: string, token: string, integrationId: string) {
    this.#url = url;
    this.token = token;
    this.integrationId = integrationId;
  }

  static async create(system: TestSystem, { operator }: TestInstitution, name = 'Entra ID'): Promise<TestSync> {
    const { createIntegration } = IntegrationService.method;
    const { integration, clientSecret } = await operator(createIntegration, { name, isDirectorySync: true });
    return new TestSync(system.url, `${integration?.clientId}.${clientSecret}`, integration?.id ?? '');
  }

  async send(method: string, path: string, json?: unknown, headers: Record<string, string> = {}): Promise<ScimAnswer> {
    const response = await fetch(`${this.#url}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: typeof json === 'string' ? json : JSON.stringify(json) }),
    });
    const text = await response.text();
    const { status } = response;
    expect(status, `${method} ${path}: ${text}`).not.toBe(500);
    if (text === '') return { status, headers: response.headers, body: undefined };
    expect(response.headers.get('content-type')).toBe('application/scim+json');
    const body = JSON.parse(text);
    if (status >= 400)
      expect(body).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        detail: expect.stringMatching(/\S/),
      });
    return { status, headers: response.headers, body };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ScimAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  /** The users that a filter finds. */
  find(filter: string): Promise<ScimAnswer> {
    return this.get(`/Users?filter=${encodeURIComponent(filter)}`);
  }

  /** PATCH with these operations. */
  patch(id: string, operations: readonly object[], headers: Record<string, string> = {}): Promise<ScimAnswer> {
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    return this.send('PATCH', `/Users/${id}`, { schemas, Operations: operations }, headers);
  }

  /** Creates a person; what is not given is made up. */
  async newUser(given: object = {}): Promise<{ readonly id: string; readonly userName: string }> {
    const answer = await this.send('POST', '/Users', scimUser(given));
    expect(answer.status).toBe(201);
    return answer.body;
  }
}

/** A user as a provider sends them. */
export function scimUser(given: object = {}) {
  const key = randomUUID().slice(0, 8);
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `${key}@school.example`,
    name: { givenName: 'Ada', familyName: key },
    active: true,
    ...given,
  };
}
