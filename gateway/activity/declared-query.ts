/**
 * A request's path with its query as far as the operation declares it: of other parameters only the name, since a client may have put a secret there.
 * @param names the declared parameters; undefined for a path without an operation
 */
export function declaredQuery(url: string, names: ReadonlySet<string> = NONE): string {
  const begin = url.indexOf('?');
  if (begin < 0) return url;
  const shown = url
    .slice(begin + 1)
    .split('&')
    .map((pair) => {
      const end = pair.indexOf('=');
      return end < 0 || names.has(pair.slice(0, end)) ? pair : `${pair.slice(0, end)}=…`;
    });
  return `${url.slice(0, begin)}?${shown.join('&')}`;
}

const NONE: ReadonlySet<string> = new Set();
