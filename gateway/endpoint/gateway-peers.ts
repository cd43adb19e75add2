/** The services that the gateway calls. */
export const GATEWAY_PEERS = [
  'directory',
  'identity',
  'scheduling',
  'curricula',
  'locations',
  'timetracking',
  'webhooks',
  'activity',
] as const;

export type GatewayPeer = (typeof GATEWAY_PEERS)[number];
