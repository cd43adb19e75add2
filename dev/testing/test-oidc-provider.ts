import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import type { OidcProvider } from '../../platform/calls/identity/oidc-variables.ts';

/** An OpenID provider, as far as services see of it: the keys that it publishes over HTTP, and tokens that it has signed with them. */
export class TestOidcProvider {
  readonly issuer = 'https://id.example';
  /** How often its keys were asked for. */
  requestCount = 0;
  /** Answers 503. */
  isUnavailable = false;
  readonly #keys = {
    RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: generateKeyPairSync('ed25519'),
  };
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (_, response) => {
      this.requestCount++;
      if (this.isUnavailable) return response.writeHead(503).end();
      const entries = Object.entries(this.#keys).map(async ([alg, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        alg,
        kid: alg,
      }));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: await Promise.all(entries) }));
    });
  }

  static async start(): Promise<TestOidcProvider> {
    const provider = new TestOidcProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  /** What directory is told of it: members of the group `lyceum` are operators. */
  get settings(): OidcProvider {
    const jwksUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/keys`;
    return {
      issuer: this.issuer,
      jwksUrl,
      audience: 'lyceum',
      group: 'lyceum',
      groupsClaim: 'groups',
      nameClaim: 'email',
    };
  }

  publicKey(alg: 'RS256' | 'ES256' | 'EdDSA'): KeyObject {
    return this.#keys[alg].publicKey;
  }

  /** A token of it with exactly these claims. @param key signs instead of its own */
  sign(
    claims: JWTPayload,
    alg: 'RS256' | 'ES256' | 'EdDSA' = 'RS256',
    key = this.#keys[alg].privateKey,
  ): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg, kid: alg }).sign(key);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
