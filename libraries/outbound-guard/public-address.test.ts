import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const INTERNAL = [
  '0.0.0.0 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 168.63.129.16 169.254.169.254 172.16.0.1',
  '172.31.255.255 192.0.0.192 192.168.1.1 198.18.0.1 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255',
].flatMap((line) => line.split(' '));
const PUBLIC = '1.1.1.1 8.8.8.8 100.128.0.1 172.32.0.1 192.169.0.1 223.255.255.254'.split(' ');

/** The IPv4 address as the last 32 bits of an IPv6 address. */
const behind = (prefix: string, ipv4: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${prefix}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
};

describe('IPv4', () => {
  test.each(INTERNAL)('%s is not public: alone, mapped, or behind NAT64', (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
    expect(isPublicAddress(behind('::ffff:', address))).toBe(false);
    expect(isPublicAddress(behind('64:ff9b::', address))).toBe(false);
  });

  test.each(PUBLIC)('%s is public: alone, mapped, or behind NAT64', (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(isPublicAddress(behind('::ffff:', address))).toBe(true);
    expect(isPublicAddress(behind('64:ff9b::', address))).toBe(true);
  });

  test('gives the same result however it is written as an IPv6 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(behind('::ffff:', address))).toBe(isPublicAddress(address));
        expect(isPublicAddress(behind('64:ff9b::', address))).toBe(isPublicAddress(address));
      }),
    );
  });
});

describe('IPv6', () => {
  test.each(
    [
      ':: ::1 ::7f00:1 ::ffff:0:7f00:1 64:ff9b:1::808:808 100::1 2001::1 2001:db8::1 2002:7f00:1:: 2002:808:808::',
      '3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1',
    ].flatMap((line) => line.split(' ')),
  )('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001::1'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

test('an invalid address is not public', () => {
  const short = fc.array(fc.nat(255), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
  const invalid = fc.oneof(fc.string(), fc.domain(), short).filter((text) => isIP(text) === 0);
  fc.assert(fc.property(invalid, (text) => !isPublicAddress(text)));
});
