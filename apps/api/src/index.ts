/**
 * The entry of this package for the other packages of the repository; the schemas are under `@devai/api/protocol/`.
 * Importing it does not load the database.
 */
export { ConfigError, readConfig, readListening } from './config.ts';
export { serveInProcess, type InProcessServer } from './in-process-server.ts';
