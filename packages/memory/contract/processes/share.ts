// A process of the kill tests, on the store given (a URL). `publish <name> <from> <count>`: publishes the numbers from there on under the key of
// its name, one after the other, and prints each once it is published. `subscribe <position>`: prints `<position> <key> <number>` of all that is
// published after it. Until it is killed.
import { flushCompileCache } from 'node:module';
import { createOfflineEmbedder } from '../../src/embeddings/offline-embedder.ts';
import { createMemory } from '../../src/memory.ts';
import { postgresDatabase, postgresPool } from '../../src/store/drivers/postgres-driver.ts';

const [url = '', what = '', ...words] = process.argv.slice(2);
const memory = await createMemory({
  database: postgresDatabase(await postgresPool(url, { poolSize: 2 })),
  embeddings: createOfflineEmbedder(),
});
flushCompileCache(); // else written at the end of a process, which a killed one does not come to
process.stdout.write('open\n');
if (what === 'publish') {
  const [name = '', from = '', count = ''] = words;
  for (let number = Number(from); number < Number(from) + Number(count); number += 1) {
    await memory.shared.publish(name, number, { project: null });
    process.stdout.write(`${number}\n`);
  }
  await memory.close();
} else {
  await memory.shared.subscribe({ project: null, since: Number(words[0]) }, ({ position, key, value }) => {
    process.stdout.write(`${position} ${key} ${String(value)}\n`);
  });
}
