/** The path of a request's target, without query: a target may be a whole URL (RFC 9112, 3.2.2), and dots in it mean nothing special. */
export function pathOf(target: string): string {
  return target.replace(ORIGIN, '').replace(/[?#].*$/s, '');
}

/**
 * The target with a path that can be decoded. One whose percent-encoding means nothing is taken literally, so that it goes the way of every
 * other path: nobody without credentials learns anything, and an id with a percent sign in it can be none (decisions 1.1, 1.4).
 */
export function withDecodablePath({ url: target = '/' }: { readonly url?: string | undefined }): string {
  // The router would take it for the root; it is the server as a whole, and no resource (RFC 9112, 3.2.4).
  if (target === '*') return '/*';
  if (!target.includes('%')) return target;
  const path = /^[^?#]*/.exec(target)?.[0] ?? '';
  return isDecodable(path) ? target : path.replaceAll('%', '%25') + target.slice(path.length);
}

/**
 * Parses a query. A parameter that is given more than once has a list of values. A value whose percent-encoding means nothing (`%zz`, an
 * encoded surrogate) becomes a lone surrogate, which no parameter takes, instead of a text that nobody has sent (decisions 1.6).
 */
export function parseQuery(query: string): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = Object.create(null);
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : decode(part.slice(equals + 1));
    const known = values[name];
    if (known === undefined) values[name] = value;
    else if (typeof known === 'string') values[name] = [known, value];
    else known.push(value);
  }
  return values;
}

const LONE_SURROGATE = '\udfff';

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return LONE_SURROGATE;
  }
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
