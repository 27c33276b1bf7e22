/**
 * `pnpm eval recall`: asks questions to a store of memories written for them, and counts what is found, what is
 * injected where nothing should be, and what leaks. Exits with 1 below its floor, with 2 if it could not run.
 */
import { openBenchDatabase } from '../bench/bench-database.ts';
import { openEvalDatabase } from './eval-stores.ts';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { createOpenAIEmbedder } from '../../packages/memory/src/embeddings/openai-embedder.ts';
import { createMemory } from '../../packages/memory/src/memory.ts';
import type { EmbeddingModel } from '../../packages/memory/src/ports.ts';
import { createStore } from '../../packages/memory/src/store/store.ts';
import { openEmbedder } from './open-embedder.ts';
import { evalCorpora } from './public/eval-corpora.ts';
import { evalConsolidated } from './recall/eval-consolidated.ts';
import { loadEvalData } from './recall/eval-data.ts';
import { fillerStatements } from '../../packages/memory/testing/filler-statements.ts';
import { readArguments, usage, type EvalArguments } from './recall/read-arguments.ts';
import { renderFailures, renderReport } from './recall/render-report.ts';
import { runQuestions, ways, type QuestionResult } from './recall/run-questions.ts';
import { isPassed } from './recall/score.ts';
import { seedFiller, seedMemories } from '../../packages/memory/testing/seed-store.ts';
import { shortfalls, summarise } from './recall/summarise-results.ts';
import { unhurried } from './unhurried.ts';

/** The same model as the host's default. */
const defaultModel = 'text-embedding-3-small';

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(words: string[]): Promise<number> {
  const options = readArguments(words);
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const { embeddings, end } = options.live
    ? { embeddings: liveEmbedder(), end: async () => {} }
    : openEmbedder(options.embedder);
  try {
    if (options.consolidated) return await consolidated(options, embeddings);
    return options.data === undefined
      ? await evalOwn(options, embeddings)
      : await evalCorpora(options.data, options, embeddings);
  } finally {
    await end();
  }
}

async function evalOwn(options: EvalArguments, embeddings: EmbeddingModel): Promise<number> {
  const started = performance.now();
  const results = await ask(options, embeddings);
  const seconds = (performance.now() - started) / 1_000;
  const summaries = summarise(results);
  const missing = shortfalls(summaries, options.live || options.memories > 0 ? null : options.embedder);
  const shown = results.filter(({ question }) => options['held-out'] || question.split === 'tuning');
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ seconds, summaries, missing, failures: shown.filter((one) => !isPassed(one)) })}\n`
      : [
          renderReport(summaries, options.markdown),
          ...(options['show-failures'] ? [renderFailures(shown)] : []),
          ...missing.map((one) => `below the floor: ${one}\n`),
          `${results.length} questions in ${seconds.toFixed(1)} s\n`,
        ].join('\n'),
  );
  return missing.length > 0 ? 1 : 0;
}

async function consolidated({ markdown }: EvalArguments, embeddings: EmbeddingModel): Promise<number> {
  const opened = await openEvalDatabase();
  try {
    const { table, missing } = await evalConsolidated(opened.database, embeddings, markdown);
    process.stdout.write([table, ...missing.map((one) => `below the floor: ${one}\n`)].join(''));
    return missing.length > 0 ? 1 : 0;
  } finally {
    await opened.close();
  }
}

async function ask(options: EvalArguments, embeddings: EmbeddingModel): Promise<QuestionResult[]> {
  const { memories, questions } = loadEvalData();
  const bar = createProgressBar(process.stderr);
  const { DATABASE_URL: databaseUrl, TEST_DATABASE_URL: testUrl } = process.env;
  const opened = await (options.driver === 'pglite'
    ? openEvalDatabase()
    : openBenchDatabase('postgres', databaseUrl || testUrl || undefined));
  try {
    const store = createStore(opened.database);
    const memory = await createMemory({ database: opened.database, embeddings, options: unhurried });
    const names = await seedMemories(store, embeddings, memories);
    const filler = Math.max(0, options.memories - memories.length);
    await seedFiller(store, embeddings, fillerStatements(filler), (stored) =>
      bar.show('filler', stored, filler),
    );
    if (opened.driver === 'postgres') await opened.query('analyze');
    const ended = new Set(
      memories
        .filter(({ supersededBy, expired }) => supersededBy !== undefined || expired)
        .map(({ id }) => id),
    );
    const asked = options['only-fused'] ? (['fused'] as const) : ways;
    let done = 0;
    return await runQuestions(questions, asked, { memory, store, embeddings, names, ended }, () => {
      done += 1;
      bar.show('questions', done, asked.length * questions.length);
    });
  } finally {
    bar.end();
    await opened.close();
  }
}

function liveEmbedder(): EmbeddingModel {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL, OPENAI_EMBEDDING_MODEL: model } = process.env;
  if (!apiKey && !baseURL) {
    throw new Error(
      '--live needs an embedder: set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own (and OPENAI_EMBEDDING_MODEL ' +
        `for another model than ${defaultModel})`,
    );
  }
  return createOpenAIEmbedder({ apiKey: apiKey || 'none', baseURL, model: model || defaultModel });
}
