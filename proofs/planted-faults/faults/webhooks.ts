import type { Fault } from '../fault.ts';

/** Webhooks: signatures, attempts, order, and where requests may go. */
export const webhooks: readonly Fault[] = [
  {
    name: 'The previous secret does not sign after a rotation',
    file: 'services/webhooks/store/endpoint-secrets.ts',
    find: '(expires_at IS NULL OR expires_at > ${$.now})',
    replace: '(expires_at IS NULL AND ${$.now}::timestamptz IS NOT NULL)',
  },
  {
    name: 'A stored secret can be decrypted for another endpoint',
    file: 'services/webhooks/store/endpoint-secrets.ts',
    find: 'return `${institutionId}/${endpointId}`;',
    replace: 'return endpointId.slice(0, 0) + institutionId;',
  },
  {
    name: 'A signature has the time in milliseconds',
    file: 'services/webhooks/signing/sign.ts',
    find: 'Math.floor(sentAt / 1_000)',
    replace: 'sentAt',
  },
  {
    name: 'Each attempt waits as long as the one before should have',
    file: 'services/webhooks/domain/retry-schedule.ts',
    find: 'WAITS_MS[attempts]',
    replace: 'WAITS_MS[attempts - 1]',
  },
  {
    name: 'An attempt is made earlier than the receiver asked for',
    file: 'services/webhooks/domain/retry-schedule.ts',
    find: 'Math.max(waitMs, requestedMs)',
    replace: 'waitMs',
  },
  {
    name: 'A receiver that is gone gets more events',
    file: 'services/webhooks/domain/attempt.ts',
    find: 'return status === 410;',
    replace: 'return status === 411;',
  },
  {
    name: 'A redirect counts as success',
    file: 'services/webhooks/domain/attempt.ts',
    find: 'status < 300',
    replace: 'status < 400',
  },
  {
    name: 'A failing endpoint is not disabled after exactly five days',
    file: 'services/webhooks/domain/endpoint-health.ts',
    find: 'at - failingSince >= DISABLED_AFTER_MS',
    replace: 'at - failingSince > DISABLED_AFTER_MS',
  },
  {
    name: 'An event overtakes a pending one of its resource',
    file: 'services/webhooks/store/enqueue-deliveries.ts',
    find: "CASE WHEN d.nth = 1 AND ${NONE_BEFORE('d')} THEN",
    replace: 'CASE WHEN d.nth = 1 THEN',
  },
  {
    name: 'A name with a private address beside a public one is allowed',
    file: 'libraries/outbound-guard/guarded-connector.ts',
    find: '  if (forbidden !== undefined) throw new AddressNotAllowed(forbidden);\n',
    replace: '',
  },
  {
    name: 'A private address in a URL is allowed',
    file: 'libraries/outbound-guard/guarded-connector.ts',
    find: 'if (guard.allowsHost(target.hostname)) connect(target, callback);',
    replace: 'if (guard.allowsHost(target.hostname) || true) connect(target, callback);',
  },
  {
    name: 'A private IPv4 address written as NAT64 is allowed',
    file: 'libraries/outbound-guard/public-address.ts',
    find: 'if (address.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(-4)));',
    replace: 'if (address.match(NAT64)) return true;',
  },
  {
    name: 'Requests that begin late count for less than a minute',
    file: 'services/webhooks/domain/delivery-budget.ts',
    find: '(60_000 + START_WINDOW_MS) / SECOND_MS + 1',
    replace: '60_000 / SECOND_MS',
  },
  {
    name: 'A year of two digits may be a century ahead',
    file: 'services/webhooks/domain/retry-after.ts',
    find: 'instant <= horizon',
    replace: 'instant > now',
  },
  {
    name: 'An endpoint takes all slots of a host that it shares',
    file: 'services/webhooks/store/lease-endpoints.ts',
    find: 'WHEN NOT r.is_troubled AND ${IS_ALONE} THEN',
    replace: 'WHEN NOT r.is_troubled THEN',
  },
];
