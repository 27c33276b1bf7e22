/**
 * Measures what a turn costs besides the model: the time from a client's message to the finished reply over a real socket, on the
 * embedded store or a Postgres database. It is compared with the bare request to the same scripted model through the same SDK,
 * interleaved in one run.
 *
 * `--help` lists the options.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { wordsOf, type Memory } from '@devai/memory';
import { startScriptedModelServer } from '@devai/memory/testing';
import OpenAI from 'openai';
import { createApp } from '../../apps/api/src/app.ts';
import { readConfig } from '../../apps/api/src/config.ts';
import { connectClient } from '../../apps/api/tests/chat-client.ts';

const { values } = parseArgs({
  options: {
    memories: { type: 'string', default: '10000' },
    messages: { type: 'string', default: '0' },
    turns: { type: 'string', default: '60' },
    embeddings: { type: 'string', default: 'hash' },
    profile: { type: 'string', default: 'cache' },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(
    'pnpm bench turn [--memories 10000] [--messages 0] [--turns 60] [--embeddings hash|local] [--profile cache|plain] [--database postgres://…]\n' +
      '--database: an empty database; default: an embedded store\n',
  );
  process.exit();
}
const memories = Number(values.memories);
const messages = Number(values.messages);
const turns = Number(values.turns);

const services = [
  'billing',
  'search',
  'login',
  'mail',
  'export',
  'import',
  'audit',
  'cache',
  'queue',
  'report',
];
const facts = [
  'listens on port',
  'is deployed at minute',
  'keeps logs for days',
  'retries times',
  'has owner team',
];

let topics = 0;
const folder = await mkdtemp(join(tmpdir(), 'devai-bench-'));
const model = await startScriptedModelServer();
// each turn is about another service, so that every turn tags and writes a topic
model.replyWith(({ body }) =>
  asksForJson(body)
    ? JSON.stringify({
        memories: [],
        session: null,
        topic: `service ${topics++}`,
        file_paths: [],
        directories: [],
      })
    : {
        text: 'Understood, and noted for the next time that it comes up.',
        // an estimate: counting them would take milliseconds of this process
        usage: { prompt_tokens: Math.ceil(JSON.stringify(body).length / 4), completion_tokens: 12 },
      },
);
const config = readConfig({
  PORT: '0',
  DEVAI_DATA: join(folder, 'data'),
  WORKSPACE_ROOT: join(folder, 'bench'),
  ZAI_API_KEY: 'bench',
  ZAI_BASE_URL: model.baseURL,
  MEMORY_EXTRACT_EVERY: '0',
  CONTEXT_PROFILE: values.profile,
  EMBEDDINGS: values.embeddings,
  DATABASE_URL: values.database,
});
const app = await createApp(config);
const address = await app.fastify.listen({ host: config.host, port: 0 });
try {
  await fill(app.memory, memories);
  await say(app.memory, messages);
  await app.memory.reembed({ onProgress: ({ done, total }) => showProgress('embedding', done, total) });
  process.stderr.write('\n');
  while ((await app.memory.jobs.count()).open > 0) await pause(1_000);
  const figures = await measure(address.replace('http', 'ws'));
  report(figures);
} finally {
  await app.fastify.close();
  await model.close();
  await rm(folder, { recursive: true, force: true });
}

/** The small model's calls ask for JSON: the tagging of topics, and the extraction of memories. */
function asksForJson(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'response_format' in body;
}

async function fill(memory: Memory, count: number): Promise<void> {
  const now = new Date().toISOString();
  for (let done = 0; done < count; done += 500) {
    const contents = Array.from({ length: Math.min(500, count - done) }, (_, index) =>
      statement(done + index),
    );
    const lines = contents.map((content, index) => ({
      kind: 'memory',
      row: {
        id: randomUUID(),
        content,
        title: null,
        vector: null,
        embedding_model: null,
        content_hash: `bench-${done + index}`,
        words: wordsOf(content),
        word_count: wordsOf(content).length,
        memory_type: 'semantic',
        category: 'other',
        namespace: 'devai/project/bench/facts',
        priority: 'medium',
        importance: 5,
        source: 'import',
        tags: [],
        metadata: {},
        evidence: [],
        strength: 1,
        access_count: 0,
        last_accessed_at: now,
        pinned: false,
        trust: 'agent',
        session_id: null,
        is_valid: true,
        invalidated_at: null,
        invalidated_reason: null,
        superseded_by: null,
        expires_at: null,
        created_at: now,
        updated_at: now,
      },
    }));
    await memory.transfer.import([{ kind: 'devai-export', version: 1 }, ...lines]);
    showProgress('filling', Math.min(count, done + 500), count);
  }
  process.stderr.write('\n');
}

/** Sessions of 100 messages, alternately of the user and the agent. */
async function say(memory: Memory, count: number): Promise<void> {
  for (let said = 0; said < count; said += 100) {
    const session = { id: randomUUID(), project: 'bench', agent: 'chapo' };
    await memory.sessions.open(session);
    const texts = Array.from({ length: Math.min(100, count - said) }, (_, index) => statement(said + index));
    await memory.sessions.append(
      session,
      texts.map((text, index) => ({
        id: randomUUID(),
        role: index % 2 === 0 ? 'user' : 'assistant',
        type: 'text',
        content: index % 2 === 0 ? `By the way, ${text}, as I found today.` : `Noted: ${text}.`,
        toolCalls: [],
        toolCallId: null,
        pinned: false,
        metadata: {},
      })),
    );
    showProgress('talking', Math.min(count, said + 100), count);
  }
  process.stderr.write('\n');
}

function showProgress(what: string, done: number, total: number): void {
  process.stderr.write(`\r${what} ${done} of ${total}`);
}

function statement(number: number): string {
  const service = services[number % services.length];
  const fact = facts[Math.floor(number / services.length) % facts.length];
  return `The ${service} service ${number % 97} of cluster ${Math.floor(number / 50)} ${fact} ${number}`;
}

async function measure(url: string) {
  const client = await connectClient(`${url}/ws/chat`);
  const bareClient = new OpenAI({ apiKey: 'bench', baseURL: model.baseURL, maxRetries: 0 });
  const whole: number[] = [];
  const bare: number[] = [];
  const kept: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const question = `Which port has the ${services[turn % services.length]} service ${turn} of cluster ${turn * 3}?`;
    const asked = performance.now();
    const { frames } = await client.say(question);
    whole.push(performance.now() - asked);
    kept.push(...frames.flatMap((frame) => (frame.type === 'context_assembled' ? [keptShare(frame)] : [])));
    const started = performance.now();
    const stream = bareClient.chat.completions.stream({
      model: 'glm-4.7',
      messages: [{ role: 'user', content: question }],
    });
    await stream.finalChatCompletion();
    bare.push(performance.now() - started);
    // as fast as the gateway lets one connection send, and not faster
    await pause(200);
  }
  await client.close();
  return { whole: whole.slice(5), bare: bare.slice(5), kept: kept.slice(5) };
}

function keptShare({ bytes, keptBytes }: { bytes: number; keptBytes: number }): number {
  return (100 * keptBytes) / bytes;
}

function report({ whole, bare, kept }: { whole: number[]; bare: number[]; kept: number[] }): void {
  const row = (name: string, list: number[]) =>
    `${name.padEnd(24)} ${percentile(list, 0.5).toFixed(1).padStart(8)} ${percentile(list, 0.95).toFixed(1).padStart(8)}`;
  const own = whole.map((value, index) => value - (bare[index] ?? 0));
  process.stdout.write(
    [
      `${memories} memories, ${messages} messages, ${whole.length} turns, EMBEDDINGS=${values.embeddings}`,
      `${''.padEnd(24)} ${'p50 ms'.padStart(8)} ${'p95 ms'.padStart(8)}`,
      row('whole turn', whole),
      row('bare model request', bare),
      row("the turn's own share", own),
      `bytes of a request that stand unchanged at the beginning of the one before (profile ${values.profile}): ${percentile(kept, 0.5).toFixed(0)} % (p50), ${percentile(kept, 0.05).toFixed(0)} % (p5)`,
      '',
    ].join('\n'),
  );
}

function percentile(list: number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
