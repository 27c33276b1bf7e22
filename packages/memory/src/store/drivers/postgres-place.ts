import { Client } from 'pg';

/** Names the database of an address as the driver understands it, with what the environment adds: server, port, database. Never user or password. */
export function postgresPlace(url: string): string {
  const { host, port, database } = new Client({ connectionString: url });
  const isHere = /^(localhost|127\.0\.0\.1|::1)$/i.test(host);
  const name = isHere ? 'localhost' : host.startsWith('/') ? host : host.toLowerCase();
  return `${name.includes(':') ? `[${name}]` : name}:${port}/${database ?? ''}`;
}
