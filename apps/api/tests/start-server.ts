/**
 * The real server in a process of its own, with shorter waits: `node start-server.ts '<MemoryOptionOverrides>' [long]`. All
 * else comes from the environment, as in production. `long`: V8 optimises the embedded store's engine.
 */
import { flushCompileCache } from 'node:module';
import { startShortLivedEngines } from '@devai/memory/testing/short-lived';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';

// the parent process is gone and could not end this one
process.on('disconnect', () => process.exit(1));
const config = readConfig();
const endShortLives = process.argv[3] === 'long' ? () => {} : startShortLivedEngines();
const app = await createApp(config, { memoryOptions: JSON.parse(process.argv[2] ?? '{}'), poll: 100 });
endShortLives();
await app.fastify.listen({ host: config.host, port: config.port });
process.on('SIGTERM', () => void app.fastify.close().then(() => process.exit(0)));
flushCompileCache(); // else written at the end of a process, which a killed one does not come to
const address = app.fastify.server.address();
process.stdout.write(`listening ${typeof address === 'object' ? address?.port : address}\n`);
