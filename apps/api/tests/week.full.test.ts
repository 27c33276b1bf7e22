import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTestClock } from '@devai/memory/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { memoryPage, type ShownMemory } from '@devai/fastify/protocol/memory';
import type { ChatClient } from './chat-client.ts';
import { readRequest, type ChatRequest } from './compacting-chat.ts';
import { withModel } from './local-server.ts';
import { serveChat } from './serve-chat.ts';
import { answerInTheWeek, days, project } from './week-model.ts';

// Six chats of one user over a week: what they correct, change their mind about, put off and take back.

const clock = createTestClock();
const world = serveChat('file', ({ host, model }) => {
  model.replyWith(answerInTheWeek);
  return {
    clock,
    // the test runs the jobs, so that nothing is under way when the time changes
    background: false,
    environment: { ...withModel(model), EMBEDDINGS: 'hash', WORKSPACE_ROOT: join(host.path, project) },
  };
});

/** What the models were sent on each day. */
const sent: ChatRequest[][] = [];
/** What the agent asked the user to allow. */
const asked: { tool: string; preview: string }[] = [];
/** How many requests there were before something was forgotten. */
let askedBeforeForgetting = 0;
let memories: ShownMemory[];

beforeAll(async () => {
  for (const day of days) sent.push(await live(day));
  memories = (await world.ask(memoryPage, `/api/project/${project}/memories?includeInvalid=true&limit=100`))
    .memories;
}, 110_000);

describe('after the week', () => {
  it.each([
    ['the threshold', /starts at 60 cm/u, /starts at 55 cm/u],
    ['the release', /2026-12-19/u, /be out by 2026-12-12/u],
    ['who deploys', /Lena does the deployment/u, /Jonas does the deployment/u],
    ['the database', /data in Postgres/u, /data in SQLite/u],
    ['how often it polls', /only every 30 minutes/u, /HVZ every 15 minutes/u],
    ['the length of answers', /two or three sentences/u, /wants short answers/u],
  ])('holds of %s what the user said last, as their word', (_, current, outdated) => {
    expect(valid(current)).toMatchObject([{ priority: 'highest', trust: 'user', source: 'user_stated' }]);
    expect(valid(outdated)).toEqual([]);
  });

  it.each([
    ['the name', /called Miriam/u, { category: 'profile' }],
    ['the tests', /Tests geschrieben/u, { category: 'rule' }],
    ['the token', /1Password/u, { category: 'rule' }],
    ['the undecided move', /Fly\.io in 2027, but nothing is decided/u, {}],
    ['the webhook', /webhook/u, { metadata: { status: 'doing' } }],
    ['the map', /a map/u, { metadata: { status: 'doing' } }],
  ])('holds %s, as the word of the user', (_, current, more) => {
    expect(valid(current)).toMatchObject([{ ...more, priority: 'highest', trust: 'user' }]);
  });

  it('holds one task of the command, which is done, and what was found about it', () => {
    const tasks = valid(/\/stop/u).filter(({ category }) => category === 'task');
    expect(tasks).toMatchObject([{ metadata: { status: 'done' }, priority: 'highest', trust: 'user' }]);
    expect(valid(/A plain \/stop/u)).toHaveLength(1);
  });

  it('holds nothing else, and no dispute', async () => {
    expect(memories.filter(({ isValid }) => isValid)).toHaveLength(21);
    expect(memories.filter(({ metadata }) => metadata['disputes'] !== undefined)).toEqual([]);
    const graph = await world.ask(
      z.object({ edges: z.array(z.looseObject({ kind: z.string() })) }),
      `/api/project/${project}/graph`,
    );
    expect(graph.edges.filter(({ kind }) => kind === 'contradicts')).toEqual([]);
  });

  it('asked before it forgot the dog, and showed what', () => {
    expect(asked).toMatchObject([{ tool: 'forget', preview: expect.stringContaining('Frieda') }]);
  });

  it('has forgotten the dog, which no prompt names afterwards', () => {
    expect(JSON.stringify(memories)).not.toMatch(/Frieda|dog/u);
    const afterwards = world.model.chatRequests().slice(askedBeforeForgetting);
    expect(afterwards.length).toBeGreaterThan(5);
    expect(afterwards.filter((body) => /Frieda|Hund/u.test(JSON.stringify(body)))).toEqual([]);
    expect(naming(/\bdog\b/u, sent[5] ?? [])).toEqual([]);
  });

  it.each(['What is my name?', 'Was weißt du über mich?', 'Who is Frieda?', 'Wie heißt mein Hund?'])(
    'brings nothing of the dog back: %s',
    async (text) => {
      expect(await relevantTo(text)).not.toMatch(/Frieda|namens|\bdog\b/u);
    },
  );

  it.each([
    ['How often do we poll?', /30 min/iu, /15 min/iu],
    ['Wie oft fragen wir das HVZ ab?', /30 Min/iu, /15 Min/iu],
    ['Who deploys?', /Lena/u, /Jonas (?:does|will do) the deployment|Jonas deployt/u],
    ['Wer macht das Deployment?', /Lena/u, /Jonas (?:does|will do) the deployment|Jonas deployt/u],
    ['Which database do we use?', /Postgres/u, /SQLite/u],
    ['Welche Datenbank nehmen wir, Postgres oder SQLite?', /Postgres/u, /SQLite/u],
    ['When is the release?', /2026-12-19|19 December/u, /2026-12-12|12 December/u],
    ['Wann ist der Release?', /2026-12-19|19 December/u, /2026-12-12|12\. Dezember/u],
    ['From which level on is there good water on the Wutach?', /60 cm/u, /55 cm/u],
    ['Welche Schwelle gilt an der Wutach?', /60 cm/u, /55 cm/u],
    ['How long should your answers be?', /two or three sentences/u, /short answers|answers short/u],
    ['Where is the bot token?', /1Password/u, /never said/u],
  ])('recalls first what holds: %s', async (text, current, outdated) => {
    const block = await relevantTo(text);
    const lines = block.split('\n');
    const first = lines.findIndex((line) => current.test(line));
    expect(first, block).toBeGreaterThanOrEqual(0);
    const above = lines
      .slice(0, first)
      .filter((line) => outdated.test(line) && !line.includes('superseded since'));
    expect(above, block).toEqual([]);
  });
});

describe('what stands in every prompt', () => {
  const short = 'wants short answers';
  const long = 'two or three sentences';
  const tests = 'Tests geschrieben';
  it.each([
    [2, ['called Miriam', short], [long, tests]],
    [3, ['called Miriam', short], [long, tests]],
    [4, ['called Miriam', short, tests], [long]],
    [5, ['called Miriam', short, tests, '1Password'], [long]],
    [6, ['called Miriam', long, tests, '1Password'], [short]],
  ])('has in each request of chat %i what was said before', (number, present, absent) => {
    const sections = (sent[number - 1] ?? []).flatMap((request) =>
      request.schema === null && agentOf(request) === 'CHAPO' ? [standingOf(request)] : [],
    );
    expect(sections.length).toBeGreaterThan(3);
    for (const section of sections) {
      for (const text of present) expect(section).toContain(text);
      for (const text of absent) expect(section).not.toContain(text);
    }
  });
});

/** Has the chat of a day, and everything that follows from it. Returns what the models were sent. */
async function live({ at, files, lines }: (typeof days)[number]): Promise<ChatRequest[]> {
  const before = world.model.chatRequests().length;
  for (const [path, text] of Object.entries(files)) {
    const file = join(world.host.path, project, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const start = new Date(at).getTime();
  await setTime(start);
  const client = await world.connect();
  for (const [minute, { said }] of lines.entries()) {
    await setTime(start + minute * 60_000);
    await say(client, said);
    await settle();
  }
  await client.close();
  const extraction = await world.request('/api/memory/extract', {
    body: { sessionId: client.session.session },
  });
  expect(extraction.status).toBe(202);
  await settle();
  return world.model.chatRequests().slice(before).map(readRequest);
}

/** Sends a line, and allows what the agent asks for. */
async function say(client: ChatClient, content: string): Promise<void> {
  const from = client.frames.length;
  client.send({ type: 'message', content });
  if (content.includes('forget what I said')) {
    const request = await client.next('approval_request', () => true, from);
    asked.push(request);
    askedBeforeForgetting = world.model.chatRequests().length;
    client.send({ type: 'approve', id: request.id, decision: 'once' });
  }
  // where the host asks, the answer is a turn of its own
  const isLast = (text: string): boolean => !content.includes('forget what I said') || /erased,/u.test(text);
  const reply = await client.next('message', (one) => one.role === 'assistant' && isLast(one.content), from);
  expect(reply.end).toBe('reply');
}

async function settle(): Promise<void> {
  await world.server.memory.focus.idle();
  await world.server.memory.jobs.drain();
}

async function setTime(time: number): Promise<void> {
  clock.set(new Date(time));
  await world.host.store.setNow(new Date(time));
}

/** What would go into the prompt of a message. */
const relevantTo = async (text: string): Promise<string> =>
  (
    await world.ask(
      z.object({ block: z.string() }),
      `/api/memory/relevant?project=${project}&q=${encodeURIComponent(text)}`,
    )
  ).block;

const valid = (text: RegExp): ShownMemory[] =>
  memories.filter(({ isValid, content }) => isValid && text.test(content));

/** The texts of requests that name something. */
const naming = (text: RegExp, requests: ChatRequest[]): string[] =>
  requests.flatMap(({ schema, messages }) =>
    messages.flatMap(({ content }) => (text.test(content) ? [`${schema ?? 'chat'}: ${content}`] : [])),
  );

const agentOf = ({ messages }: ChatRequest): string =>
  /^# Agent: (?<name>\w+)/mu.exec(messages[0]?.content ?? '')?.groups?.['name'] ?? '';

/** The section about the user and how to work. */
function standingOf({ messages }: ChatRequest): string {
  const text = messages.map(({ content }) => content).join('\n');
  return /^## About the user and how to work[^\n]*\n(?:- [^\n]*\n?)*/mu.exec(text)?.[0] ?? '';
}
