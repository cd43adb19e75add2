/** The console's own address, and what follows from it. */
export class OwnOrigin {
  /** Such as `https://console.example.org`. */
  readonly url: string;
  /** Whether browsers reach it by plain HTTP on their own machine: then cookies cannot be `Secure`. */
  readonly isLoopback: boolean;
  readonly #accepted: ReadonlySet<string>;

  constructor(url: string) {
    const { protocol, hostname, port, origin } = new URL(url);
    this.url = origin;
    this.isLoopback = protocol === 'http:' && LOOPBACK.includes(hostname);
    this.#accepted = new Set(
      this.isLoopback ? LOOPBACK.map((name) => new URL(`http://${name}:${port}`).origin) : [origin],
    );
  }

  /** Whether a request that changes something was sent by a page of the console itself (console 2.5). */
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
