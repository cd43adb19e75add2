import { isPublicAddress } from './public-address.ts';
import { nameServers, type ResolveName, systemNames } from './resolve-name.ts';

/** Where requests may go. */
export interface Guard {
  /** Whether a request may go over plain `http:`. */
  readonly allowsHttp: boolean;
  /** Whether a connection to an IP address may be made. */
  allowsAddress(address: string): boolean;
  readonly resolveName: ResolveName;
}

/** Production: the internet alone, over https. */
export const internetOnly: Guard = {
  allowsHttp: false,
  allowsAddress: isPublicAddress,
  resolveName: nameServers(),
};

/** Development: every address, the machine's own among them. */
export const anywhere: Guard = {
  allowsHttp: true,
  allowsAddress: () => true,
  resolveName: systemNames,
};
