import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { Guard } from './guard.ts';
import { AddressNotAllowed } from './send-failure.ts';

/** Long enough for a distant address: Node gives up each but the last after a quarter of a second, unless told otherwise. */
const ADDRESS_TIMEOUT_MS = 2_500;

/**
 * Connects to addresses that the guard allows. A name is resolved once for each connection, and the connection is made to those very addresses: a name
 * that stands for something else a moment later gains nothing. One address that is not allowed refuses the name.
 */
export function guardedConnector(guard: Guard, options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector({
    ...options,
    lookup: guardedLookup(guard),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
  });
  return (target, callback) => {
    // Node looks up names only, so that the address of a URL that has one is checked here.
    const address = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(address) !== 0 && !guard.allowsAddress(address)) callback(new AddressNotAllowed(address), null);
    else connect(target, callback);
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
  const refused = addresses.find((address) => !guard.allowsAddress(address));
  if (refused !== undefined) throw new AddressNotAllowed(refused);
  return addresses.map((address) => ({ address, family: isIP(address) }));
}
