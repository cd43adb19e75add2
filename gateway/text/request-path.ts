/** The path of a request's target, without query: a target may be a whole URL (RFC 9112, 3.2.2), and dots in it mean nothing special. */
export function pathOf(target: string): string {
  return target.replace(ORIGIN, '').replace(/[?#].*$/s, '');
}

/**
 * The target with a path that can be decoded. One whose percent-encoding means nothing is taken literally, so that it goes the way of every
 * other path: nobody without credentials learns anything, and an id with a percent sign in it can be none (decisions 1.1, 1.4).
 */
export function withDecodablePath(target: string): string {
  if (!target.includes('%')) return target;
  const path = /^[^?#]*/.exec(target)?.[0] ?? '';
  return isDecodable(path) ? target : path.replaceAll('%', '%25') + target.slice(path.length);
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
