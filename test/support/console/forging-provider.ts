import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An OpenID provider that says whatever it is told to, with its own valid signature. */
export class ForgingProvider {
  /** The claims of the next token. */
  claims: Readonly<Record<string, unknown>> = {};
  /** What its metadata say beside what they must. */
  metadata: Readonly<Record<string, unknown>> = {};
  /** Paths that answer as others do. */
  paths: Readonly<Record<string, string>> = {};
  /** How its client must prove who it is; anyhow by default. */
  takes: 'client_secret_basic' | 'client_secret_post' | undefined;
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      response.setHeader('content-type', 'application/json');
      const path = this.paths[request.url ?? ''] ?? request.url ?? '';
      const sent = new URLSearchParams(await text(request));
      const way = request.headers.authorization?.startsWith('Basic ')
        ? 'client_secret_basic'
        : sent.has('client_secret') && 'client_secret_post';
      if (path === '/token' && this.takes !== undefined && way !== this.takes)
        return response.writeHead(401).end(JSON.stringify({ error: 'invalid_client' }));
      response.end(JSON.stringify(this.#answers[path]?.() ?? {}));
    });
  }

  static async start(): Promise<ForgingProvider> {
    const provider = new ForgingProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  readonly #answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.metadata,
    }),
    '/keys': () => ({
      keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }],
    }),
    '/token': () => ({ access_token: 'x', token_type: 'Bearer', id_token: this.#token() }),
  };

  #token(): string {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: this.issuer, sub: 'person', iat, exp: iat + 60, ...this.claims };
    const text = [{ alg: 'RS256', kid: '1' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${text}.${sign('sha256', Buffer.from(text), this.#keys.privateKey).toString('base64url')}`;
  }
}
