export { postgresUrl } from '@devai/db/testing';
export { findPostgres, startOwnPostgres } from '../contract/postgres-server.ts';
export { administer, crash, databaseUrl, ownDatabase, type OwnDatabase } from '../contract/test-postgres.ts';
export { dumpTables } from './dump-tables.ts';
export { startFaultyProxy, type Farewell, type FaultyProxy } from './faulty-proxy.ts';
export { hasPgBouncer, startPgBouncer, type PgBouncer } from './pgbouncer.ts';
