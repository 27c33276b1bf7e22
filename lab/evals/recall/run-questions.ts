import { systemClock } from '../../../packages/memory/src/clock.ts';
import type { Memory } from '../../../packages/memory/src/memory.ts';
import { resolveOptions } from '../../../packages/memory/src/options.ts';
import type { EmbeddingModel } from '../../../packages/memory/src/ports.ts';
import { recall, type Recall } from '../../../packages/memory/src/retrieval/recall.ts';
import type { MatchQuery, RecallQuery } from '../../../packages/memory/src/store/matching.ts';
import type { Store } from '../../../packages/memory/src/store/store.ts';
import { silentLog } from '../../../packages/memory/testing/index.ts';
import type { EvalQuestion } from './eval-data.ts';

/** `fused` is the library's own recall; `vector` and `words` are the results of one leg alone. */
export const ways = ['fused', 'vector', 'words'] as const;
export type Way = (typeof ways)[number];

export type QuestionResult = {
  question: EvalQuestion;
  way: Way;
  /** Names of the memories that would be put into the prompt, best first; '' for filler. */
  injected: string[];
  /** Namespaces of all returned memories of another project, including near misses. */
  leaks: string[];
  /** Superseded or expired memories among the returned ones. */
  gone: string[];
  degraded: string[];
};

type Setting = {
  memory: Pick<Memory, 'recall'>;
  store: Pick<Store, 'matchMemories' | 'listImportantMemories' | 'listRelated' | 'recall' | 'listStanding'>;
  embeddings: EmbeddingModel;
  /** Names of the eval's memories, by id. */
  names: Map<string, string>;
  /** Names of memories that are superseded or expired. */
  ended: ReadonlySet<string>;
};

/** Asks every question in the given ways, one after the other. Strengthens nothing. */
export async function runQuestions(
  questions: EvalQuestion[],
  asked: readonly Way[],
  setting: Setting,
  onResult: () => void,
): Promise<QuestionResult[]> {
  const recallBy = recalls(setting);
  const results: QuestionResult[] = [];
  for (const way of asked) {
    for (const question of questions) {
      const recalled = await recallBy[way](question);
      results.push(resultOf(question, way, recalled, setting));
      onResult();
    }
  }
  return results;
}

function recalls({
  memory,
  store,
  embeddings,
}: Setting): Record<Way, (question: EvalQuestion) => Promise<Recall>> {
  const byLeg = legsAlone(store, embeddings);
  return {
    // what every prompt shows is no answer to a question
    fused: ({ text, project }) => memory.recall({ text, project, preview: true, standingTokens: 0 }),
    vector: ({ text, project }) => recall(byLeg.vector, { text, project }),
    words: ({ text, project }) => recall(byLeg.words, { text, project }),
  };
}

/** Returns the dependencies of `recall` and `search` with which only one leg finds anything. */
export function legsAlone<Methods extends Setting['store']>(store: Methods, embeddings: EmbeddingModel) {
  const common = { options: resolveOptions(), noteEmbedding() {}, clock: systemClock, log: silentLog };
  const withoutWords: Methods = {
    ...store,
    matchMemories: (query: MatchQuery) => store.matchMemories({ ...query, words: [] }),
    recall: (query: RecallQuery) => store.recall({ ...query, words: [] }),
  };
  return {
    vector: { ...common, store: withoutWords, embeddings },
    words: { ...common, store, embeddings: null },
  };
}

function resultOf(
  question: EvalQuestion,
  way: Way,
  { memories, degraded }: Recall,
  { names, ended }: Setting,
): QuestionResult {
  const nameOf = (id: string) => names.get(id) ?? '';
  return {
    question,
    way,
    injected: memories.filter(({ injected }) => injected).map(({ memory }) => nameOf(memory.id)),
    leaks: memories
      .map(({ memory }) => memory.namespace)
      .filter((namespace) => isForeign(namespace, question.project)),
    gone: memories.map(({ memory }) => nameOf(memory.id)).filter((name) => ended.has(name)),
    degraded: way === 'words' ? [] : degraded,
  };
}

const isForeign = (namespace: string, project: string): boolean =>
  namespace.startsWith('devai/project/') && !`${namespace}/`.startsWith(`devai/project/${project}/`);
