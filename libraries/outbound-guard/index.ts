export { anywhere, type Guard, internetOnly } from './guard.ts';
export { guardedConnector } from './guarded-connector.ts';
export { AddressNotAllowed, HttpsRequired, NameNotResolved, NotSent } from './not-sent.ts';
export { isPublicAddress } from './public-address.ts';
export { nameServers, type ResolveName } from './resolve-name.ts';
