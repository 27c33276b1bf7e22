import { afterEach, expect, it } from 'vitest';
import { environmentOf, report, trigger } from './compacting-chat.ts';
import { serveChat } from './serve-chat.ts';

/** Part of every text in this test, also at its beginning, because a JSON error quotes the first characters of a text. */
const marker = 'Qzx7';
const said = `${marker} is the colour that ${marker} likes best, and so on and on`;

let log: string[];

const world = serveChat('test', ({ model }) => {
  model.replyWith(() => said);
  log = [];
  return {
    environment: { ...environmentOf(model), LOG_LEVEL: 'info' },
    logStream: { write: (line) => void log.push(line) },
    // in the order of the test
    background: false,
  };
});
afterEach(acceptRows);

it('calls the unknown session of a client no error, and shows no stack', async () => {
  const client = await world.connect();
  client.send({ type: 'hello', session: '00000000-0000-4000-8000-000000000009' });
  await expect.poll(() => log.some((line) => line.includes('frame refused'))).toBe(true);
  const entry: unknown = JSON.parse(log.find((line) => line.includes('frame refused')) ?? '');
  expect(entry).toMatchObject({ level: 30, code: 'not_found' });
  expect(entry).not.toHaveProperty('err');
});

it('mentions turns, tools and what they keep without their contents', async () => {
  const client = await world.connect();
  const call = (name: string, input: object) => ({ name, arguments: JSON.stringify(input) });
  world.model.replyTo(
    'gpt-5.5',
    {
      toolCalls: [
        call('write_file', { path: `${marker}.md`, content: said }),
        call('read_file', { path: `${marker}/missing.md` }),
        call('remember', { content: said }),
        call(marker, {}),
        { name: 'recall', arguments: said },
      ],
    },
    said,
  );
  await client.say(`remember this: ${said}`);
  client.send(said);
  await client.next('error');
  await client.close();
  expectLog('incoming request');
});

it('mentions requests, including wrong ones, without their contents', async () => {
  await post('/api/memory/save', { content: said });
  await world.server.fastify.inject({
    method: 'POST',
    url: '/api/memory/save',
    headers: { 'content-type': 'application/json' },
    payload: said,
  });
  await post('/api/memory/save', { content: said, category: said });
  await post('/api/memory/search', { text: said, [marker]: said });
  await world.request(`/api/memory/search?q=${marker}`);
  expectLog('/api/memory/search', 'request completed');
});

it('mentions models that answer rubbish without their answers', async () => {
  const client = await world.connect();
  const { session } = client.session;
  for (let number = 1; number <= trigger / 3_500 + 2; number += 1) {
    await client.say(`${marker} ${report(number)}`);
  }
  await client.close();
  await world.server.memory.focus.idle();
  await post('/api/memory/extract', { sessionId: session });
  await world.server.memory.jobs.drain();
  expectLog('compaction failed', 'a step was not tagged', 'job failed');
});

it('mentions providers that refuse without the request that they quote', async () => {
  const quoting = { status: 500, message: `cannot serve this: ${said}` };
  world.model.replyWith(() => quoting);
  const client = await world.connect();
  await client.say(said);
  world.model.replyWith(() => ({ ...quoting, status: 400 }));
  await client.say(said);
  world.model.embed({ ...quoting, status: 400 });
  await world.server.memory.remember({ content: `${said}, as was said`, project: 'taskforge' });
  await post('/api/memory/extract', { sessionId: client.session.session });
  await world.server.memory.jobs.drain();
  await client.close();
  expectLog('model failed', 'turn failed', 'stored without its vector', 'job failed');
});

it('mentions a store that refuses without the rows that it quotes', async () => {
  const client = await world.connect();
  const tables = [
    ['devai_memories', 'reply'],
    ['devai_recent_topics', 'reply'],
    ['devai_messages', 'failed'],
  ] as const;
  for (const [table, end] of tables) {
    await refuseRows(table);
    expect((await post('/api/memory/save', { content: said })).status).toBe(400);
    const remembering = world.server.memory.remember({ content: said, project: 'taskforge' });
    await expect(remembering).rejects.toMatchObject({ code: 'invalid_input' });
    const { length } = client.frames;
    client.send({ type: 'message', content: said });
    const last = await client.next('message', (frame) => frame.end !== undefined, length);
    expect(last).toMatchObject({ end });
  }
  await client.close();
  expectLog('turn failed', 'the end of the turn could not be stored');
});

/** Checks that the log reports what happened, and has nothing of the marked texts. */
function expectLog(...happened: string[]): void {
  const text = log.join('');
  for (const message of happened) expect(text).toContain(message);
  expect(log.filter((line) => line.includes(marker))).toEqual([]);
}

const post = (path: string, body: object) => world.request(path, { body });

/** Makes the store refuse each row of a table until the test is over, as a constraint does: its error quotes the row. */
async function refuseRows(table: string): Promise<void> {
  await world.host.store.query(`alter table ${table} add constraint refuses check (false) not valid`);
  refusing.push(table);
}

/** The store serves other tests after this one. */
async function acceptRows(): Promise<void> {
  for (const table of refusing.splice(0))
    await world.host.store.query(`alter table ${table} drop constraint refuses`);
}

/** Tables that refuse rows. */
const refusing: string[] = [];
