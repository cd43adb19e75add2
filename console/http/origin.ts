import { isIP } from 'node:net';

/** The console as a browser has it open. */
export interface Site {
  /** Such as `https://console.example.org`. */
  readonly origin: string;
  /** The same for passkeys (WebAuthn). Browsers have none at an address without a host name. */
  readonly relyingParty: { readonly id: string; readonly origin: string } | undefined;
}

/** The console's own address, and the values derived from it. */
export class OwnOrigin {
  /** Whether browsers reach it by plain HTTP on their own machine: then cookies cannot be `Secure`. */
  readonly isLoopback: boolean;
  /** Such as `https://console.example.org`. */
  readonly #url: string;
  readonly #accepted: ReadonlySet<string>;

  constructor(url: string) {
    const { protocol, hostname, port, origin } = new URL(url);
    this.#url = origin;
    this.isLoopback = protocol === 'http:' && LOOPBACK.includes(hostname);
    this.#accepted = new Set(
      this.isLoopback ? LOOPBACK.map((name) => new URL(`http://${name}:${port}`).origin) : [origin],
    );
  }

  /** The console as a request's host names it: on the browser's own machine several names lead here. */
  siteOf(host: string): Site {
    const named = `http://${host}`;
    const origin = this.isLoopback && this.#accepted.has(named) ? named : this.#url;
    const { hostname } = new URL(origin);
    const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
    return { origin, relyingParty: isName ? { id: hostname, origin } : undefined };
  }

  /** Whether a request that changes something was sent by a page of the console itself. */
  isSenderOf(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
    const { origin, 'sec-fetch-site': site } = headers;
    if (origin === undefined && site === undefined) return false;
    return (
      (origin === undefined || (typeof origin === 'string' && this.#accepted.has(origin))) &&
      (site === undefined || site === 'same-origin')
    );
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
