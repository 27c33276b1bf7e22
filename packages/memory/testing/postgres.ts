export { findPostgres } from '../contract/postgres-server.ts';
export { administer, databaseUrl } from '../contract/test-postgres.ts';
export { dumpTables } from './dump-tables.ts';
export { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';
