/** The meeting provider of an online address, by its host (decisions 8.2); null without an address. */
export function providerOf(onlineAddress: string | null): string | null {
  if (onlineAddress === null) return null;
  const host = URL.parse(onlineAddress)?.hostname.replace(/\.$/, '') ?? '';
  // Matches the whole host or a suffix after a dot: evil-zoom.us is not zoom.us.
  const known = PROVIDERS.find(([domain]) => host === domain || host.endsWith(`.${domain}`));
  return known?.[1] ?? 'other';
}

const PROVIDERS = [
  ['zoom.us', 'zoom'],
  ['teams.microsoft.com', 'teams'],
  ['teams.live.com', 'teams'],
  ['meet.google.com', 'google_meet'],
  ['webex.com', 'webex'],
] as const;
