import { createProgressBar, type ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { createCachingEmbedder } from '../../../packages/memory/src/embeddings/caching-embedder.ts';
import type { EmbeddingModel } from '../../../packages/memory/src/ports.ts';
import type { EvalArguments } from '../recall/read-arguments.ts';
import { foreignTo, readCorpora, type Corpus } from './read-corpora.ts';
import { renderCorpora, renderCorpusFailures } from './render-corpora.ts';
import { corpusWays, runCorpus, type CorpusResult } from './run-corpus.ts';
import { corpusShortfalls, scoreCorpora } from './score-corpora.ts';

/** Asks the questions of every corpus of the folder, and writes the report. Returns the exit code: 1 below a floor. */
export async function evalCorpora(
  folder: string,
  options: EvalArguments,
  embeddings: EmbeddingModel,
): Promise<number> {
  const bar = createProgressBar(process.stderr);
  const started = performance.now();
  const onlyFused = options['only-fused'];
  const corpora = readCorpora(folder, options.half);
  const results = await runCorpora(corpora, embeddings, { onlyFused, bar }).finally(bar.end);
  const rows = scoreCorpora(results);
  const seconds = (performance.now() - started) / 1_000;
  const missing = corpusShortfalls(rows, options.live ? null : options.embedder);
  const shown = results.filter(({ question }) => options['held-out'] || question.half === 'tuning');
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ seconds, rows, missing })}\n`
      : [
          renderCorpora(rows, options.markdown),
          ...(options['show-failures'] ? [renderCorpusFailures(shown)] : []),
          ...missing.map((one) => `below the floor: ${one}\n`),
          `${results.length} answers in ${seconds.toFixed(1)} s\n`,
        ].join('\n'),
  );
  return missing.length > 0 ? 1 : 0;
}

/** Runs one corpus after the other. */
async function runCorpora(
  corpora: Corpus[],
  embeddings: EmbeddingModel,
  { onlyFused, bar }: { onlyFused: boolean; bar: ProgressBar },
): Promise<CorpusResult[]> {
  const asked = onlyFused ? (['fused'] as const) : corpusWays;
  // a question is embedded once for all ways and stores
  const cached = createCachingEmbedder(embeddings, { entries: 10_000 });
  const results: CorpusResult[] = [];
  for (const corpus of corpora) {
    const foreign = foreignTo(corpus, corpora);
    const total = asked.length * corpus.questions.length + foreign.length;
    let done = 0;
    const onResult = () => bar.show(corpus.name, (done += 1), total);
    results.push(...(await runCorpus(corpus, foreign, cached, { asked, onResult })));
  }
  return results;
}
