/**
 * A session of 1,000,000 tokens in tool-heavy messages through the real server on the embedded store, with scripted models
 * over the wire. Fails when a chat request has more than 180,000 tokens, a call without its result, or no first request.
 *
 * `--help` lists the options. `--transcript` fills the files that the agent reads with the tool results of a recorded session.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens, type Memory } from '@devai/memory';
import { createApp } from '../../apps/api/src/app.ts';
import { readConfig } from '../../apps/api/src/config.ts';
import { connectClient } from '../../apps/api/tests/chat-client.ts';
import { makeWorkspace } from './compaction/make-workspace.ts';
import { renderReport, summariseRun, type CompactionRun, type MemorySample } from './compaction/report.ts';
import { fromModelProcess, now, type FromModelProcess, type Timeline } from './compaction/timeline.ts';

const { values } = parseArgs({
  options: {
    tokens: { type: 'string', default: '1000000' },
    transcript: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write('pnpm bench compaction [--tokens 1000000] [--transcript session.jsonl.gz] [--json]\n');
  process.exit();
}
const tokensWanted = Number(values.tokens);
/** Tokens between two samples of the memory. */
const sampleEvery = 100_000;
/** Milliseconds for a turn of many steps on a busy machine. */
const turnLimit = 600_000;

const folder = await mkdtemp(join(tmpdir(), 'devai-bench-'));
const models = fork(join(import.meta.dirname, 'compaction/model-process.ts'), { execArgv: [] });
try {
  const { baseURL } = await nextMessage(models, 'listening');
  const run = await runSession(baseURL);
  models.send('timeline');
  const { timeline } = await nextMessage(models, 'timeline');
  report(run, timeline);
} finally {
  models.disconnect();
  await rm(folder, { recursive: true, force: true });
}

async function runSession(baseURL: string): Promise<CompactionRun> {
  const workspace = join(folder, 'bench');
  await makeWorkspace(workspace, values.transcript);
  const app = await createApp(
    readConfig({
      PORT: '0',
      DEVAI_DATA: join(folder, 'data'),
      WORKSPACE_ROOT: workspace,
      OPENAI_API_KEY: 'bench',
      OPENAI_BASE_URL: baseURL,
      // log lines would appear between the tables
      LOG_LEVEL: 'error',
    }),
  );
  const compactions = timeCompactions(app.memory);
  const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const client = await connectClient(`${address.replace('http', 'ws')}/ws/chat`);
  const session = client.session.session;
  const run: CompactionRun = {
    tokens: 0,
    messages: 0,
    turns: 0,
    errors: [],
    compactions,
    samples: [sample(0)],
  };
  try {
    while (run.tokens < tokensWanted) {
      run.turns += 1;
      client.frames.length = 0;
      client.send({ type: 'message', content: requestOf(run.turns) });
      await client.next('message', (frame) => frame.role === 'assistant', 0, turnLimit);
      for (const frame of client.frames) if (frame.type === 'error') run.errors.push(frame.message);
      const stored = await app.memory.sessions.messages(session, run.messages);
      run.messages += stored.length;
      run.tokens += stored.reduce((sum, message) => sum + message.tokens, 0);
      process.stderr.write(`\r${run.tokens} of ${tokensWanted} tokens`);
      if (run.tokens >= run.samples.length * sampleEvery) run.samples.push(sample(run.tokens));
    }
  } finally {
    process.stderr.write('\n');
    await client.close();
    await app.fastify.close();
  }
  return run;
}

function requestOf(turn: number): string {
  return `Fix the queue of module ${turn % 12}: every sendBatch must keep the order of its items. Change nothing else, and \
write down in notes/ what you found. This is request ${turn}.`;
}

/** Notes when each compaction began and ended, and what it did. */
function timeCompactions({ compaction }: Memory): CompactionRun['compactions'] {
  const compactions: CompactionRun['compactions'] = [];
  const { compactIfNeeded } = compaction;
  compaction.compactIfNeeded = async (input) => {
    const from = now();
    const outcome = await compactIfNeeded(input);
    const to = now();
    if (outcome.outcome === 'compacted') {
      const { tokensBefore, tokensAfter, replaced, summary } = outcome;
      compactions.push({
        from,
        to,
        tokensBefore,
        tokensAfter,
        summaryTokens: countTokens(summary),
        replaced,
      });
    }
    return outcome;
  };
  return compactions;
}

function sample(tokens: number): MemorySample {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { tokens, rss, heapUsed };
}

async function nextMessage<Type extends FromModelProcess['type']>(
  child: ChildProcess,
  type: Type,
): Promise<Extract<FromModelProcess, { type: Type }>> {
  const isIt = (one: FromModelProcess): one is Extract<FromModelProcess, { type: Type }> => one.type === type;
  for await (const [received] of on(child, 'message')) {
    const message = fromModelProcess.parse(received);
    if (isIt(message)) return message;
  }
  throw new Error('the process of the models ended');
}

function report(run: CompactionRun, timeline: Timeline): void {
  const figures = summariseRun(run, timeline);
  process.stdout.write(values.json ? `${JSON.stringify(figures, null, 2)}\n` : renderReport(figures));
  const problems = [...figures.problems, ...figures.errors];
  if (problems.length === 0) return;
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
