import type { BenchDatabase } from '../../bench/bench-database.ts';
import type { EmbeddingModel } from '../../../packages/memory/src/ports.ts';
import { embedInBatches } from '../../../packages/memory/src/embeddings/embed-in-batches.ts';
import type { Corpus, CorpusQuestion } from './read-corpora.ts';

/** Weight of BM25; the cosine gets the rest. */
const usualWordPart = 0.6;
/** The usual parameters of BM25 (Robertson and Zaragoza 2009). */
const saturation = 1.2;
const lengthPart = 0.75;
/** Text search configurations of Postgres; it has none for Thai. */
const configurations = { en: 'english', de: 'german', th: 'simple' } as const;

type Words = Map<string, number>;
type Indexed = { id: string; words: Words; length: number; vector: number[] };

/**
 * The minimum that a search should beat: BM25 over the words of Postgres's own text search, as a share of the best,
 * plus the cosine of the embedder's vectors. Exact, in process, without abstention. Returns a function that lists the
 * ids of a question's namespace, best first.
 */
export async function bareRanking(
  { language, items, questions }: Pick<Corpus, 'language' | 'items' | 'questions'>,
  embeddings: EmbeddingModel,
  query: BenchDatabase['query'],
  { wordPart = usualWordPart } = {},
): Promise<(question: CorpusQuestion) => string[]> {
  const texts = [...items, ...questions].map(({ text }) => text);
  const words = await wordsOfTexts(texts, configurations[language], query);
  const { vectors } = wordPart === 1 ? { vectors: [] } : await embedInBatches(embeddings, texts);
  const at = new Map(texts.map((text, index) => [text, index]));
  const indexed = (text: string, id = ''): Indexed => {
    const index = at.get(text) ?? -1;
    const own = words[index] ?? new Map<string, number>();
    return { id, words: own, length: sum([...own.values()]), vector: vectors[index] ?? [] };
  };
  const byNamespace = Map.groupBy(items, ({ namespace }) => namespace);
  const collections = new Map(
    [...byNamespace].map(([name, own]) => [name, own.map(({ id, text }) => indexed(text, id))]),
  );
  return ({ text, namespace }) => rankBare(indexed(text), collections.get(namespace) ?? [], wordPart);
}

async function wordsOfTexts(
  texts: string[],
  configuration: string,
  query: BenchDatabase['query'],
): Promise<Words[]> {
  const rows = await query(
    `select t.place - 1 as place, w.lexeme, cardinality(w.positions) as count
     from unnest($2::text[]) with ordinality t(text, place), unnest(to_tsvector($1::regconfig, t.text)) w`,
    [configuration, texts],
  );
  const words = texts.map((): Words => new Map());
  for (const { place, lexeme, count } of rows) words[Number(place)]?.set(String(lexeme), Number(count));
  return words;
}

function rankBare(question: Indexed, collection: Indexed[], wordPart: number): string[] {
  const averageLength = sum(collection.map(({ length }) => length)) / collection.length;
  const rarity = new Map(
    [...question.words.keys()].map((word) => {
      const holders = collection.filter(({ words }) => words.has(word)).length;
      return [word, Math.log(1 + (collection.length - holders + 0.5) / (holders + 0.5))];
    }),
  );
  const scored = collection.map(({ id, words, length, vector }) => {
    const scale = saturation * (1 - lengthPart + (lengthPart * length) / averageLength);
    const bm25 = sum(
      [...rarity].map(([word, idf]) => {
        const count = words.get(word) ?? 0;
        return (idf * count * (saturation + 1)) / (count + scale);
      }),
    );
    return { id, bm25, cosine: sum(vector.map((value, index) => value * (question.vector[index] ?? 0))) };
  });
  const best = Math.max(...scored.map(({ bm25 }) => bm25)) || 1;
  const score = ({ bm25, cosine }: { bm25: number; cosine: number }) =>
    (wordPart * bm25) / best + (1 - wordPart) * cosine;
  return scored.toSorted((a, b) => score(b) - score(a)).map(({ id }) => id);
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
