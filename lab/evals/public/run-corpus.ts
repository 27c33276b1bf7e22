import { openEvalDatabase } from '../eval-stores.ts';
import { createMemory } from '../../../packages/memory/src/memory.ts';
import type { EmbeddingModel } from '../../../packages/memory/src/ports.ts';
import { recall, type Recall } from '../../../packages/memory/src/retrieval/recall.ts';
import { search, type SearchResult } from '../../../packages/memory/src/retrieval/search.ts';
import { createStore } from '../../../packages/memory/src/store/store.ts';
import { legsAlone, type Way } from '../recall/run-questions.ts';
import { seedMemories } from '../../../packages/memory/testing/seed-store.ts';
import { bareRanking } from './bare-ranking.ts';
import type { Corpus, CorpusQuestion } from './read-corpora.ts';
import { unhurried } from '../unhurried.ts';

/** `bare` is plain BM25 and cosine, without the library. */
export const corpusWays = ['fused', 'vector', 'words', 'bare'] as const;
export type CorpusWay = (typeof corpusWays)[number];

export type CorpusResult = {
  corpus: string;
  way: CorpusWay;
  question: CorpusQuestion;
  /** Nothing in the store answers it. */
  isForeign: boolean;
  /** Ids of the texts that `search` finds, best first; empty for a foreign question. */
  found: string[];
  /** Ids of the texts that `recall` injects; null if the way has no abstention. */
  injected: string[] | null;
};

type Asked = Pick<CorpusQuestion, 'text'> & { project: string };
type Asking = {
  search: (asked: Asked) => Promise<SearchResult>;
  recall: (asked: Asked) => Promise<Recall>;
};

/**
 * Stores a corpus in a store of its own and asks its questions in the given ways; the foreign questions are
 * only asked in the fused way, in the corpus's projects by turns. Strengthens nothing.
 */
export async function runCorpus(
  corpus: Corpus,
  foreign: CorpusQuestion[],
  embeddings: EmbeddingModel,
  { asked, onResult }: { asked: readonly CorpusWay[]; onResult: () => void },
): Promise<CorpusResult[]> {
  const opened = await openEvalDatabase();
  try {
    const store = createStore(opened.database);
    const memory = await createMemory({ database: opened.database, embeddings, options: unhurried });
    const memories = corpus.items.flatMap(({ id, text, namespace, at }) =>
      partsOf(text).map((content, part) => ({
        id: `${id}${partMark}${part}`,
        content,
        namespace: `devai/project/${projectOf(namespace)}/notes`,
        at,
        // what was said at one moment was said in one session
        ...(at !== null && { session: `${namespace} ${at}` }),
      })),
    );
    const seeded = await seedMemories(store, embeddings, memories);
    const itemOf = (id: string): string => (seeded.get(id) ?? '').split(partMark)[0] ?? '';
    const itemsOf = (hits: { memory: { id: string } }[]): string[] => [
      ...new Set(hits.map(({ memory: one }) => itemOf(one.id))),
    ];
    const byLeg = legsAlone(store, embeddings);
    const asking: Record<Way, Asking> = {
      fused: { search: memory.search, recall: (input) => memory.recall({ ...input, preview: true }) },
      vector: {
        search: (input) => search(byLeg.vector, input),
        recall: (input) => recall(byLeg.vector, input),
      },
      words: { search: (input) => search(byLeg.words, input), recall: (input) => recall(byLeg.words, input) },
    };
    const bare = asked.includes('bare') ? await bareRanking(corpus, embeddings, opened.query) : () => [];
    const projects = [...new Set(corpus.items.map(({ namespace }) => projectOf(namespace)))];
    const results: CorpusResult[] = [];
    for (const way of asked) {
      const about = { corpus: corpus.name, way };
      for (const question of corpus.questions) {
        const own = { text: question.text, project: projectOf(question.namespace) };
        const answer =
          way === 'bare'
            ? { found: bare(question), injected: null }
            : {
                found: itemsOf((await asking[way].search(own)).hits),
                injected: itemsOf(injectedBy(await asking[way].recall(own))),
              };
        results.push({ ...about, question, isForeign: false, ...answer });
        onResult();
      }
      if (way !== 'fused') continue;
      for (const [index, question] of foreign.entries()) {
        const project = projects[index % projects.length] ?? '';
        const recalled = await asking[way].recall({ text: question.text, project });
        const injected = itemsOf(injectedBy(recalled));
        results.push({ ...about, question, isForeign: true, found: [], injected });
        onResult();
      }
    }
    return results;
  } finally {
    await opened.close();
  }
}

const projectOf = (namespace: string): string => namespace.replaceAll('/', '-');

const partMark = ' part ';
/** Maximum characters of a memory. */
const longest = 2_000;

/** Splits a text that is too long for one memory between words. */
function partsOf(text: string): string[] {
  if (text.length <= longest) return [text];
  const cut = text.lastIndexOf(' ', longest);
  return [text.slice(0, cut), ...partsOf(text.slice(cut + 1))];
}

const injectedBy = ({ memories }: Recall) => memories.filter(({ injected }) => injected);
