import { BlockList, isIP } from 'node:net';

const localAddresses = new BlockList();
localAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
localAddresses.addSubnet('10.0.0.0', 8, 'ipv4');
localAddresses.addSubnet('172.16.0.0', 12, 'ipv4');
localAddresses.addSubnet('192.168.0.0', 16, 'ipv4');
localAddresses.addSubnet('169.254.0.0', 16, 'ipv4');
localAddresses.addSubnet('100.64.0.0', 10, 'ipv4');
localAddresses.addAddress('0.0.0.0', 'ipv4');
localAddresses.addAddress('::', 'ipv6');
localAddresses.addAddress('::1', 'ipv6');
localAddresses.addSubnet('fc00::', 7, 'ipv6');
localAddresses.addSubnet('fe80::', 10, 'ipv6');

/** Whether an address is of this machine or network, not of the internet. */
export function isLocalAddress(baseURL: string): boolean {
  const host = new URL(baseURL).hostname.replaceAll(/^\[|\]$|\.$/gu, '');
  const family = isIP(host);
  if (family !== 0) return localAddresses.check(host, family === 4 ? 'ipv4' : 'ipv6');
  return !host.includes('.') || /\.(?:localhost|local|lan|internal|home\.arpa)$/u.test(host);
}
