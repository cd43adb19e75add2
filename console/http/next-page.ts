/** The path to go to after signing in. An address in the query is followed only within the console. */
export function nextPage(suggested: string | undefined, otherwise: string): string {
  if (suggested === undefined || !URL.canParse(suggested, BASE)) return otherwise;
  const { pathname, search } = new URL(suggested, BASE);
  // A suggestion that begins so names no other site; its path may yet lead out of the console.
  const isOwn = suggested.startsWith('/console') && /^\/console(\/|$)/.test(pathname);
  return isOwn && !/^\/console\/(sign-in|sign-out|not-signed-in|openid|link|assets)(\/|$)/.test(pathname)
    ? `${pathname}${search}`
    : otherwise;
}

const BASE = 'http://console.invalid';
