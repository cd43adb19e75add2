/** The services of the platform, those that others call first. */
export const SERVICES = ['directory', 'locations', 'scheduling', 'curricula', 'timetracking', 'webhooks'] as const;
export type Service = (typeof SERVICES)[number];

/** The gateways among which requests are spread. */
export const GATEWAYS = ['gateway-1', 'gateway-2'] as const;
export type Gateway = (typeof GATEWAYS)[number];
