/**
 * The restrictions that every answer of the console sets for the browser: nothing but its own files is loaded, run,
 * framed or sent to.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The headers of every answer. Pages hold personal data, so no cache keeps them; assets set their own Cache-Control.
 */
export function securityHeaders(isLoopback: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // Without any, browsers would send forms with `Origin: null`.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isLoopback ? {} : { 'strict-transport-security': 'max-age=31536000' }),
  };
}
