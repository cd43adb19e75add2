import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import type { OidcProvider } from '../../../platform/calls/identity/identity-variables.ts';

/** A fake OpenID provider: publishes its keys over HTTP and signs tokens with them. */
export class TestOidcProvider {
  readonly issuer = 'https://id.example';
  /** How often its keys were requested. */
  requestCount = 0;
  /** If true, it answers 503. */
  isUnavailable = false;
  readonly #keys = {
    RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: generateKeyPairSync('ed25519'),
  };
  /** One that no library signs with or should accept. */
  readonly #shortKey = generateKeyPairSync('rsa', { modulusLength: 1024 });
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (_, response) => {
      this.requestCount++;
      if (this.isUnavailable) return response.writeHead(503).end();
      const keys = [...Object.entries(this.#keys), ['short', this.#shortKey] as const];
      const entries = keys.map(async ([kid, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        alg: kid === 'short' ? 'RS256' : kid,
        kid,
      }));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: await Promise.all(entries) }));
    });
  }

  static async start(): Promise<TestOidcProvider> {
    const provider = new TestOidcProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  /** Identity's configuration for it: members of the group `lyceum` are operators. */
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

  /** A token with exactly these claims. @param key signs instead of its own key */
  sign(
    claims: JWTPayload,
    alg: 'RS256' | 'ES256' | 'EdDSA' = 'RS256',
    key = this.#keys[alg].privateKey,
  ): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg, kid: alg }).sign(key);
  }

  /** The same, signed with a published RSA key of 1024 bits. */
  signWithShortKey(claims: JWTPayload): string {
    const parts = [{ alg: 'RS256', kid: 'short' }, claims];
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${signed}.${sign('sha256', Buffer.from(signed), this.#shortKey.privateKey).toString('base64url')}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
