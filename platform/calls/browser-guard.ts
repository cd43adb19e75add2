import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** What is looked at of a request over HTTP, whichever version. */
interface GuardedRequest {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** HTTP/2's name of the host. */
  readonly authority?: string;
}

/** Why a request is not taken: the status of HTTP, and a text for whoever wrote the client. */
interface Objection {
  readonly status: number;
  readonly code: 'invalid_argument' | 'permission_denied' | 'unimplemented';
  readonly message: string;
}

/**
 * What speaks against a request that a browser could have been made to send. Pages of others cannot read the answers of this port, for it allows no
 * origin; and must not even have their requests answered, whatever name their page has taken (DNS rebinding) and however simple the request.
 * @param isSecured with TLS, a browser has found out that the port is not the page's: its certificate bears another name
 */
export function objectionTo(
  { method, headers, authority = headers.host }: GuardedRequest,
  isSecured: boolean,
): Objection | null {
  const host = hostOf(authority);
  if (host === null)
    return { status: 400, code: 'invalid_argument', message: 'The request does not say which host it is for.' };
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return { status: 403, code: 'permission_denied', message: 'Browsers are not served here: they have /api/v4.' };
  if (!isSecured && !isPrivateName(host)) return { status: 403, code: 'permission_denied', message: UNKNOWN_NAME };
  if (method !== 'POST') return { status: 405, code: 'unimplemented', message: 'Calls are made by POST.' };
  return null;
}

function hostOf(authority: string | undefined): string | null {
  const url = authority ? URL.parse(`http://${authority}`) : null;
  return url && url.pathname === '/' && url.username === '' ? url.hostname : null;
}

/** Whether nobody can have taken the name in the public DNS: addresses, names without a dot, and endings that are for private networks. */
function isPrivateName(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(name) !== 0 || /^[^.]+$|\.(localhost|local|internal|svc)$/.test(name);
}

const UNKNOWN_NAME =
  'Without TLS this port is called by address, by a name without a dot, or by one that ends with .svc, .local, .internal or .localhost: docs/internal-services.md.';
