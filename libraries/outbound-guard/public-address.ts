import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses of a cloud's own services within public ranges: Azure's virtual public address. */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The part of the IPv6 space that holds public addresses (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * The NAT64 prefix, which is followed by the 32 bits of an IPv4 address; the other prefix, 64:ff9b:1::/48, is for use
 * within a network (RFC 8215).
 */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address is public, so that requests may go to it: not this machine, a private network, link-local
 * (where clouds serve their metadata), a carrier's network, multicast or reserved. An IPv4 address written as IPv6
 * (mapped, NAT64) is judged as the IPv4 address it reaches; tunnels (6to4, Teredo) are rejected.
 */
export function isPublicAddress(text: string): boolean {
  // The library also reads short forms, such as 1.1 for 1.0.0.1.
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return address.kind() === 'ipv4' ? isPublicIpv4(address as ipaddr.IPv4) : isPublicIpv6(address as ipaddr.IPv6);
}

/**
 * Whether the host of a URL may be public, by its text alone: an IP address must be {@link isPublicAddress}, and a name
 * must not be one that always means this machine (RFC 6761, 6.3). The addresses of other names are not known here.
 * @param hostname as the URL parser returns it
 */
export function mayBePublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? !/(^|\.)localhost\.?$/.test(hostname) : isPublicAddress(address);
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !PLATFORM_ADDRESSES.has(address.toString());
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicIpv4(address.toIPv4Address());
  if (address.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(-4)));
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}
