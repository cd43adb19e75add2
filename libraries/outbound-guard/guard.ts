import { isPublicAddress, mayBePublicHost } from './public-address.ts';
import { nameServers, type ResolveName, systemNames } from './resolve-name.ts';

/** Decides where requests may go. */
export interface Guard {
  /** Whether a request may use plain `http:`. */
  readonly allowsHttp: boolean;
  /** Whether requests may go to the host of a URL, judged by its text alone. */
  allowsHost(hostname: string): boolean;
  /** Whether a connection to an IP address may be made. */
  allowsAddress(address: string): boolean;
  readonly resolveName: ResolveName;
}

/** Production: only the public internet, over https. */
export const internetOnly: Guard = {
  allowsHttp: false,
  allowsHost: mayBePublicHost,
  allowsAddress: isPublicAddress,
  resolveName: nameServers(),
};

/** Development: every address, including the machine's own. */
export const anywhere: Guard = {
  allowsHttp: true,
  allowsHost: () => true,
  allowsAddress: () => true,
  resolveName: systemNames,
};
