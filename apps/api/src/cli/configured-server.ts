/**
 * Where a client on this machine finds the server that is configured to listen on a host and port. Null for port 0, which
 * leaves the choice to the system.
 */
export function configuredServer({ host, port }: { host: string; port: number }): URL | null {
  if (port === 0) return null;
  const name = reachableHost(host);
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`);
}

/** A server that listens on all addresses of this machine is reached by its own. */
const reachableHost = (host: string): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
