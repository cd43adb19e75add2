/**
 * The path of a request's target, without query. A target may be a whole URL (RFC 9112, 3.2.2); dots in it are not
 * resolved.
 */
export function pathOf(target: string): string {
  return originFormOf(target).replace(/\?.*$/s, '');
}

/** The path and query of a request's target. */
export function originFormOf(target: string): string {
  return target.replace(ORIGIN, '').replace(/#.*$/s, '');
}

/**
 * The target with a path that can be decoded. A path with invalid percent-encoding is taken literally, so that it is
 * handled like every other path: a client without credentials learns nothing, and no id contains a percent sign
 * (decisions 1.1, 1.4).
 */
export function withDecodablePath({ url: target = '/' }: { readonly url?: string | undefined }): string {
  // The router would treat `*` as the root, but it is the server as a whole, not a resource (RFC 9112, 3.2.4).
  if (target === '*') return '/*';
  if (!target.includes('%')) return target;
  const path = /^[^?#]*/.exec(target)?.[0] ?? '';
  return isDecodable(path) ? target : path.replaceAll('%', '%25') + target.slice(path.length);
}

/**
 * Parses a query. A parameter that is given more than once has a list of values. A value with invalid percent-encoding
 * (`%zz`, an encoded surrogate) decodes to U+DFFF, which every validator rejects (decisions 1.6).
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

/**
 * The target with the path of SCIM as it is meant: directories join an address that was typed with a slash at its end
 * and paths that begin with one.
 */
export function withSingleSlashes(target: string): string {
  if (!SCIM.test(target)) return target;
  const end = target.search(/[?#]|$/);
  const parts = target
    .slice(0, end)
    .split('/')
    .filter((part) => part !== '');
  return `/${parts.join('/')}${target.slice(end)}`;
}

const SCIM = /^\/+scim\/+v2(?:[/?#]|$)/;
