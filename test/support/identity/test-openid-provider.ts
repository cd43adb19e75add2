import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of the package oidc-provider, which has no types, that the tests use. */
interface Provider {
  callback(): RequestListener;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
}

type ProviderClass = new (issuer: string, configuration: object) => Provider;

/** An OpenID provider on this machine that signs everybody in as one person, without asking. */
export class TestOpenIdProvider {
  static readonly client = { clientId: 'console', clientSecret: 'a secret of the console' };
  /** What its userinfo says of the person. */
  claims: Claims = {};
  /** What its tokens say beside the subject. */
  tokenClaims: Claims = {};
  /** The requests that it has received, by path. */
  readonly paths: string[] = [];
  readonly #server: Server;
  #provider: Provider | undefined;

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  /** @param redirectUri the one address to which it sends browsers back */
  static async start(redirectUri: string): Promise<TestOpenIdProvider> {
    const { default: Provider } = (await import('oidc-provider' as string)) as { default: ProviderClass };
    const test = new TestOpenIdProvider();
    await new Promise<void>((resolve) => test.#server.listen(0, '127.0.0.1', resolve));
    const { clientId: client_id, clientSecret: client_secret } = TestOpenIdProvider.client;
    test.#provider = new Provider(test.issuer, {
      clients: [{ client_id, client_secret, redirect_uris: [redirectUri] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified', 'groups'] },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: async (use: string) => ({ sub, ...(use === 'id_token' ? test.tokenClaims : test.claims) }),
      }),
      conformIdTokenClaims: false,
      loadExistingGrant: (context: Context) => test.#grant(context),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      cookies: { keys: ['for tests, and for no more'] },
    });
    return test;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What a browser does that is sent there: the address to which it is sent back. */
  async visit(address: string): Promise<string> {
    const cookies = new Map<string, string>();
    let url = new URL(address);
    while (url.origin === this.issuer) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      url = new URL(location, url);
    }
    return url.href;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '', this.issuer);
    this.paths.push(pathname);
    if (pathname.startsWith('/interaction/'))
      void this.#provider?.interactionFinished(request, response, { login: { accountId: 'person' } });
    else void this.#provider?.callback()(request, response);
  }

  async #grant({ oidc: { client, session } }: Context): Promise<object | undefined> {
    if (!this.#provider) return undefined;
    const grant = new this.#provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email');
    await grant.save();
    return grant;
  }
}

interface Claims {
  email?: string;
  email_verified?: boolean | string;
  groups?: unknown;
}

interface Context {
  readonly oidc: { readonly client: { readonly clientId: string }; readonly session: { readonly accountId: string } };
}
