import { countTokens, type Price } from '@devai/memory';
import { costOf } from '@devai/memory/context/prices';
import type { Chosen } from './choose-questions.ts';
import { ways, type Way } from './contexts.ts';
import { readHistory } from './read-data.ts';
import type { Records } from './records.ts';

/** The models of a run, by what they do. */
export type ModelNames = { chat: string; small: string; judge: string; embedder: string };

/** Tokens that a run will take beside what is said, by estimate. Thinking is not in it. */
const guessed = {
  /** Of each extraction: instructions, schema and what is known already. */
  extraction: { input: 2_200, output: 350 },
  /** Of each comparison with what is stored: one for an extraction that finds something. */
  comparison: { input: 1_200, output: 150 },
  /** Instructions of a question, the question, and the reply. */
  question: { input: 350, output: 100 },
  /** Instructions, question, expected answer and reply; the verdict. */
  judging: { input: 450, output: 40 },
  /** The head of a line of a conversation. */
  line: 14,
};

const wayNames: Record<Way, string> = {
  memory: 'answers with memory',
  conversation: 'answers with the whole conversation',
  bm25: 'answers with what BM25 finds',
};

export type Plan = {
  files: { name: string; format: string; histories: number; categories: Record<string, number> }[];
  questions: number;
  /** Tokens of what was said, in all histories of the chosen questions. */
  tokens: number;
  /** What is left to do, by estimate. */
  left: { replies: number; verdicts: number; histories: number };
  steps: {
    step: string;
    model: string;
    requests: number;
    inputTokens: number;
    outputTokens: number;
    /** US dollars; null: no price is known. */
    cost: number | null;
  }[];
  cost: number | null;
};

type PlanSettings = {
  models: ModelNames;
  prices: Record<string, Price>;
  /** Messages between two extractions. */
  every: number;
  /** Tokens of memory, and of what BM25 finds. */
  budget: number;
  /** The chat model's. */
  contextWindow: number;
  isLocalEmbedder: boolean;
};

/**
 * Estimates what the run still has to ask, from the tokens of the histories and the known prices, without prompt caching. `records`: of an
 * earlier part of the run; null: there is none.
 */
export async function planRun(
  chosen: Chosen[],
  { models, prices, every, budget, contextWindow, isLocalEmbedder }: PlanSettings,
  records: Pick<Records, 'answerOf' | 'verdictOf' | 'told'> | null,
  onHistory: (done: number) => void,
): Promise<Plan> {
  const none = () => ({ requests: 0, input: 0, output: 0 });
  const sums = { extraction: none(), embeddings: none(), judge: none() };
  const answers: Record<Way, typeof sums.judge> = { memory: none(), conversation: none(), bm25: none() };
  const add = (
    sum: { requests: number; input: number; output: number },
    input: number,
    output: number,
    times = 1,
  ) => {
    sum.requests += times;
    sum.input += times * input;
    sum.output += times * output;
  };
  let tokens = 0;
  let told = 0;
  for (const [index, { file, place, ids }] of chosen.entries()) {
    const { sessions } = await readHistory(file, place);
    const sizes = sessions.map(({ turns }) => turns.reduce((sum, { text }) => sum + sizeOf(text), 0));
    const size = sizes.reduce((sum, one) => sum + one, 0);
    tokens += size;
    const open = [...ids].flatMap((question) =>
      ways.map((way) => ({
        way,
        answered: records?.answerOf(place.key, question, way) !== undefined,
        judged: records?.verdictOf(place.key, question, way) !== undefined,
      })),
    );
    const lines = sessions.reduce((sum, { turns }) => sum + turns.length, 0) * guessed.line;
    const sent = { memory: budget, conversation: Math.min(size + lines, contextWindow), bm25: budget };
    for (const { way, answered, judged } of open) {
      if (!answered) add(answers[way], guessed.question.input + sent[way], guessed.question.output);
      if (!judged) add(sums.judge, guessed.judging.input, guessed.judging.output);
    }
    if (open.some(({ answered }) => !answered) && (records?.told(place.key) ?? null) === null) {
      told += 1;
      const calls = sessions.reduce(
        (sum, { turns }) => sum + Math.ceil(turns.length / (every || Infinity)) || 1,
        0,
      );
      add(sums.extraction, guessed.extraction.input, guessed.extraction.output, calls);
      add(sums.extraction, guessed.comparison.input, guessed.comparison.output, calls);
      sums.extraction.input += size;
      add(sums.embeddings, size, 0);
    }
    onHistory(index + 1);
  }
  const step = (name: string, model: string, { requests, input, output }: typeof sums.extraction) => ({
    ...{ step: name, model, requests, inputTokens: input, outputTokens: output },
    cost: costOf(model, { inputTokens: input, outputTokens: output, cachedTokens: 0 }, prices),
  });
  const steps = [
    step('extraction and comparison', models.small, sums.extraction),
    ...(isLocalEmbedder ? [] : [step('embeddings', models.embedder, sums.embeddings)]),
    ...ways.map((way) => step(wayNames[way], models.chat, answers[way])),
    step('verdicts', models.judge, sums.judge),
  ];
  return {
    files: filesOf(chosen),
    questions: chosen.reduce((sum, { ids }) => sum + ids.size, 0),
    tokens,
    left: {
      replies: ways.reduce((sum, way) => sum + answers[way].requests, 0),
      verdicts: sums.judge.requests,
      histories: told,
    },
    steps,
    cost: total(steps.map(({ cost }) => cost)),
  };
}

export const total = (costs: (number | null)[]): number | null =>
  costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);

const known = new Map<string, number>();

/** Histories of one file share sessions: a text is counted once, until too many are kept. */
function sizeOf(text: string): number {
  const size = known.get(text) ?? countTokens(text);
  if (known.size > 100_000) known.clear();
  known.set(text, size);
  return size;
}

function filesOf(chosen: Chosen[]): Plan['files'] {
  return [...Map.groupBy(chosen, ({ file }) => file)].map(([file, own]) => {
    const categories: Record<string, number> = {};
    for (const { place, ids } of own)
      for (const { id, category } of place.questions)
        if (ids.has(id)) categories[category] = (categories[category] ?? 0) + 1;
    return { name: file.name, format: file.format, histories: own.length, categories };
  });
}
