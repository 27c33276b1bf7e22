// A process of the kill tests: opens the store in the folder given and appends messages to the session given, one after the
// other, until it is killed. It prints each message's id when the store has taken it.
import { openPgliteDatabase } from '../../src/store/drivers/pglite.ts';
import { createStore } from '../../src/store/store.ts';
import { sampleMessage } from '../sample-message.ts';

const [folder = '', sessionId = ''] = process.argv.slice(2);
const database = await openPgliteDatabase({ folder });
const sessions = createStore(database);
await sessions.openSession({ id: sessionId, project: null, agent: 'chapo', metadata: {} });
process.stdout.write('open\n');
for (;;) {
  const message = sampleMessage('a message '.repeat(200));
  await sessions.appendMessages(sessionId, [message], { idleSeconds: 60, every: 5 });
  process.stdout.write(`${message.id}\n`);
}
