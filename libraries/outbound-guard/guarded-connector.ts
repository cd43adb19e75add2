import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import type { Guard } from './guard.ts';
import { AddressNotAllowed } from './not-sent.ts';

/** Long enough for a distant address: by default, Node gives up every address but the last after 250 ms. */
const ADDRESS_TIMEOUT_MS = 2_500;

/**
 * Connects to addresses that the guard allows. A name is resolved once per connection, and the connection goes to those
 * very addresses, so DNS rebinding gains nothing. A single forbidden address rejects the name.
 * @param build undici's `buildConnector`, so that a process loads undici when it sends something
 */
export function guardedConnector(
  build: typeof buildConnector,
  guard: Guard,
  options: buildConnector.BuildOptions,
): buildConnector.connector {
  const connect = build({
    ...options,
    lookup: guardedLookup(guard),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
  });
  return (target, callback) => {
    // Node calls `lookup` for names only: an IP address in the URL is checked here.
    if (guard.allowsHost(target.hostname)) connect(target, callback);
    else callback(new AddressNotAllowed(target.hostname), null);
  };
}

function guardedLookup(guard: Guard): LookupFunction {
  return (name, _, callback) => {
    allowedAddresses(guard, name).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
}

async function allowedAddresses(guard: Guard, name: string) {
  const addresses = await guard.resolveName(name);
  const forbidden = addresses.find((address) => !guard.allowsAddress(address));
  if (forbidden !== undefined) throw new AddressNotAllowed(forbidden);
  return addresses.map((address) => ({ address, family: isIP(address) }));
}
