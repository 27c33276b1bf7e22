/**
 * The entry of this package for the other packages of the repository; the schemas are under `@devai/fastify/protocol/`.
 * Importing it does not load the database.
 */
export { readConfig, readListening } from './config.ts';
export { ConfigError } from './environment.ts';
export { serveInProcess, type InProcessServer } from './in-process-server.ts';
export { storePlace } from './store-place.ts';

/** Whether a text holds a secret, by the rules of redaction. */
export async function holdsSecret(text: string): Promise<boolean> {
  const redaction = await import('@devai/memory/redaction');
  return redaction.holdsSecret(text);
}
