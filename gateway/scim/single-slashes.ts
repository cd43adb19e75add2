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
