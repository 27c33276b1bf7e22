import { pathAt } from '@devai/fastify/protocol/client';
import { cliError } from '../cli-error.ts';
import type { Variables } from '../config.ts';

const chatPath = '/ws/chat';

/** Parses a server's address: with http, ws or no scheme, with or without the path of the chat. Throws `usage`. */
export function serverUrl(address: string): URL {
  const text = /^[a-z]+:\/\//i.test(address) ? address.replace(/^ws/i, 'http') : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw cliError('usage', `${address} is not the address of a server, such as http://127.0.0.1:3000`);
  }
  url.hash = '';
  url.pathname = url.pathname.replace(/\/?$/, '').replace(/\/ws\/chat$/, '');
  return url;
}

/** The URL of a server's chat. */
export const chatUrl = (server: URL): string =>
  `${pathAt(server, chatPath).replace(/^http/, 'ws')}${server.search}`;

/** Where the server with this configuration listens. Null for port 0, which the system assigns. Throws the server's `ConfigError`. */
export async function configuredServer(variables: Variables): Promise<URL | null> {
  const { readListening } = await import('@devai/api');
  const { host, port } = readListening(variables);
  if (port === 0) return null;
  // all addresses of this machine include its loopback address
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`);
}
