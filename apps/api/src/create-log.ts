import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { Config } from './config.ts';

/** The server's log. `stream`: where it goes, line by line; absent: the standard output. */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  stream?: { write(line: string): void },
): FastifyBaseLogger {
  const options = { level: logLevel, serializers: { req: loggedRequest } };
  return stream ? pino(options, stream) : pino(options);
}

/** What the log records of a request: not the query string, which contains search texts. */
const loggedRequest = ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
  method,
  path: url.split('?')[0],
  ip,
});
