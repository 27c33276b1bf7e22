import { expect, it } from 'vitest';
import { createOfflineEmbedder } from '../../../packages/memory/src/embeddings/offline-embedder.ts';
import type { Corpus, CorpusQuestion } from './read-corpora.ts';
import { corpusWays, runCorpus } from './run-corpus.ts';

it('finds and injects each text in its own project, in every way, long ones in parts, and nothing for unrelated questions', async () => {
  const results = await runCorpus(corpus, foreign, createOfflineEmbedder(), {
    asked: corpusWays,
    onResult() {},
  });
  const own = results.filter(({ isForeign }) => !isForeign);
  expect(own).toHaveLength(12);
  for (const { way, question, found, injected } of own) {
    if (way !== 'vector') expect(found[0], `${way}: ${question.text}`).toBe(question.gold[0]);
    if (way === 'fused') expect(injected).toContain(question.gold[0]);
    for (const id of found) expect(id === 'c').toBe(question.namespace === 'talks/2');
  }
  expect(results.filter(({ isForeign }) => isForeign)).toMatchObject([{ way: 'fused', injected: [] }]);
});

function ask(text: string, namespace: string, gold: string): CorpusQuestion {
  return {
    text,
    namespace,
    gold: [gold],
    half: 'tuning',
  };
}

function item(id: string, namespace: string, text: string) {
  return { id, namespace, text, at: null };
}

const long = `${'The river runs slowly past the old harbour wall. '.repeat(50)}The lighthouse keeper is called Brannigan.`;

const corpus: Corpus = {
  name: 'talks-turns',
  family: 'talks',
  language: 'en',
  items: [
    item('a', 'talks/1', 'Windmill number seven grinds barley'),
    item('b', 'talks/1', long),
    item('c', 'talks/2', 'Windmill number seven grinds rye'),
  ],
  questions: [
    ask('What does windmill number seven grind?', 'talks/1', 'a'),
    ask('Who is the lighthouse keeper Brannigan?', 'talks/1', 'b'),
    ask('What does windmill number seven grind?', 'talks/2', 'c'),
  ],
};

const foreign = [ask('Which enzyme splits lactose?', 'pages/en', 'x')];
