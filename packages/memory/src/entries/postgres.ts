/** `@devai/memory/postgres` */
export { openPostgresDatabase } from '../store/drivers/postgres.ts';
export type { PostgresPool, ServerSettings } from '../store/drivers/postgres-settings.ts';
