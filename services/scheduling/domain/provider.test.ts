import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { providerOf } from './provider.ts';

const DOMAINS = {
  'zoom.us': 'zoom',
  'teams.microsoft.com': 'teams',
  'teams.live.com': 'teams',
  'meet.google.com': 'google_meet',
  'webex.com': 'webex',
};
const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);

describe('the provider', () => {
  it.each([
    ['https://zoom.us/j/1?pwd=x', 'zoom'],
    ['https://uni-nord.zoom.us/j/1', 'zoom'],
    ['HTTPS://ZOOM.US', 'zoom'],
    ['http://zoom.us.:8443/', 'zoom'],
    ['https://teams.microsoft.com/l/meetup-join/1', 'teams'],
    ['https://teams.live.com/meet/1', 'teams'],
    ['https://meet.google.com/abc', 'google_meet'],
    ['https://uni.webex.com/meet/x', 'webex'],
    ['https://evil-zoom.us/', 'other'],
    ['https://zoom.us.evil.example/', 'other'],
    ['https://zoom.us@evil.example/', 'other'],
    ['https://evil.example/?x=https://zoom.us', 'other'],
    ['https://evil.example#.zoom.us', 'other'],
    ['https://microsoft.com/', 'other'],
    ['https://google.com/meet', 'other'],
    ['https://us/', 'other'],
    ['https://[::1]/', 'other'],
  ])('of %s is %s', (address, provider) => {
    expect(providerOf(address)).toBe(provider);
  });

  it('is null without an address', () => {
    expect(providerOf(null)).toBeNull();
  });

  it('matches the domain and its subdomains, and nothing else', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.entries(DOMAINS)), label, ([domain, provider], name) => {
        expect(providerOf(`https://${domain}/${name}`)).toBe(provider);
        expect(providerOf(`https://${name}.${domain}/`)).toBe(provider);
        expect(providerOf(`https://${name}${domain}/`)).toBe('other');
        expect(providerOf(`https://${domain}.${name}/`)).toBe('other');
        expect(providerOf(`https://${name}.example/${domain}`)).toBe('other');
      }),
    );
  });
});
