// A process of the migration tests: connects to the database at the address given, says "ready", waits for a line on its input,
// migrates, and prints how many migrations it applied.
import { once } from 'node:events';
import { migrate } from '../migrate.ts';
import { serverConnection } from './connections.ts';

const connection = await serverConnection(process.argv[2] ?? '');
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const report = await migrate(connection);
process.stdout.write(`${report.migrations.length}\n`);
await connection.close();
process.stdin.destroy();
