/**
 * What other programs of this repository may use of the server, besides the schemas under `@devai/api/protocol/`. Importing
 * it loads no database.
 */
export { ConfigError, readConfig, readListening } from './config.ts';
export { serveInProcess, type InProcessServer } from './in-process-server.ts';
