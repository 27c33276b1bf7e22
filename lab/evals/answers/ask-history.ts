import { rm } from 'node:fs/promises';
import {
  contextProfiles,
  createMemory,
  MemoryError,
  type Memory,
  type MemoryOptionOverrides,
} from '@devai/memory';
import { mergeOptions } from '../../../apps/api/src/merge-options.ts';
import { createTokenScale } from '../../../apps/api/src/agents/token-scale.ts';
import type { Chosen } from './choose-questions.ts';
import {
  createBm25Way,
  createConversationWay,
  createMemoryWay,
  ways,
  windowFor,
  type Asked,
  type MemoryHost,
  type Way,
} from './contexts.ts';
import type { History, Question } from './history.ts';
import { openHistoryStore, type HistoryStore } from './history-store.ts';
import { createHistoryClock, ingest } from './ingest.ts';
import { judge, type Verdict } from './judge.ts';
import { readHistory } from './read-data.ts';
import type { Answer, Records } from './records.ts';
import type { Run, RunSettings } from './run.ts';

/** Whether a question is answered and judged in all ways. */
export const isDone = (records: Records, history: string, question: string): boolean =>
  ways.every((way) => records.verdictOf(history, question, way));

/**
 * Tells a history to a memory of its own, or goes on telling, and asks the chosen questions. Failures are noted in the run. Throws
 * `ingestion_failed`, and what is no failure of a question.
 */
export async function askHistory(
  { file, place, ids }: Chosen,
  settings: RunSettings,
  run: Run,
  onVerdict: () => void,
): Promise<void> {
  const { records, config, models, log, pauses, onProgress } = settings;
  const history = await readHistory(file, place);
  const questions = history.questions.filter(({ id }) => ids.has(id));
  const folder = records.storeFolder(place.key);
  const store = await (settings.openStore ?? openHistoryStore)(folder);
  const clock = createHistoryClock(store);
  const options = mergeOptions(config, models.chat.contextWindow, ownOptions);
  // from here on, closing the memory closes the store
  const memory = await createMemory({
    ...{ database: store.database, embeddings: run.models.embeddings, models: { small: run.models.small } },
    ...{ clock, log, options, prices: config.prices, timeZone: 'UTC' },
  }).catch(async (error: unknown) => {
    await store.database.close();
    throw error;
  });
  try {
    let told = 0;
    const onSession = () => onProgress(`telling ${place.key}`, (told += 1), history.sessions.length);
    const givenUp = await ingest(history, { memory, clock, pauses, onSession });
    if (records.told(place.key) === null) records.add({ kind: 'told', history: place.key, givenUp });
    await clock.moveTo(history.askedAt);
    const asking = await createWays(history, { memory, store, settings });
    await Promise.all(
      questions.map((question) =>
        run.inLine(() =>
          run.attempt(async () => {
            for (const way of ways)
              await askWay({ history: place.key, question, way }, asking, settings, run);
            onVerdict();
          }),
        ),
      ),
    );
  } finally {
    await memory.close();
  }
  // nobody will ask it again
  if (place.questions.every(({ id }) => isDone(records, place.key, id)))
    await rm(folder, { recursive: true, force: true });
}

/** However busy the machine is, no question gives up its vector; and the day of a history is not that of the ledger. */
const ownOptions: MemoryOptionOverrides = {
  retrieval: { embeddingTimeout: 120_000, searchTimeout: 120_000 },
  usage: { dailyTokenLimit: null },
};

type Asking = Record<Way, (question: Question) => Promise<Asked>> & {
  /** The same with less of the conversation, after a model said that it was too long. */
  shorter: (question: Question, share: number) => Promise<Asked>;
};

async function createWays(
  history: History,
  {
    memory,
    store,
    settings: { config, models },
  }: { memory: Memory; store: HistoryStore; settings: RunSettings },
): Promise<Asking> {
  const { retrieval, focus, compaction } = mergeOptions(config, models.chat.contextWindow);
  const profile = contextProfiles[config.contextProfile];
  const host: MemoryHost = {
    model: models.chat,
    tokenScale: createTokenScale(compaction.trigger),
    contextProfile: {
      ...profile,
      caps: { ...profile.caps, focus: focus.tokenBudget, memories: retrieval.tokenBudget },
    },
  };
  const conversation = createConversationWay(history);
  const limit = windowFor(models.chat);
  return {
    memory: await createMemoryWay(history, memory, host),
    conversation: async (question) => conversation(question, limit),
    shorter: async (question, share) => conversation(question, Math.floor(limit * share)),
    bm25: await createBm25Way(history, store, retrieval.tokenBudget),
  };
}

/** Shares of the window, tried one after the other: models count tokens in their own way. */
const shares = [1, 0.8, 0.6, 0.4];

async function askWay(
  { history, question, way }: { history: string; question: Question; way: Way },
  asking: Asking,
  { records }: RunSettings,
  run: Run,
): Promise<void> {
  const place = { history, question: question.id, way };
  if (run.stopped || records.verdictOf(history, question.id, way)) return;
  try {
    let answer = records.answerOf(history, question.id, way);
    if (!answer) {
      answer = { ...place, ...(await answerTo(question, way, asking, run)) };
      records.add({ kind: 'answer', ...answer });
    }
    const verdict = verdictOfSame(answer, records) ?? (await judge(run.models.judge, question, answer.reply));
    records.add({ kind: 'verdict', ...place, ...verdict });
    run.noteSuccess();
  } catch (error) {
    run.noteFailure(place, error);
  }
}

/** The verdict of another way with the same reply, so that no difference between the ways is the judge's. */
function verdictOfSame({ history, question, reply }: Answer, records: Records): Verdict | null {
  const same = ways.find(
    (way) =>
      records.answerOf(history, question, way)?.reply === reply && records.verdictOf(history, question, way),
  );
  const known = same && records.verdictOf(history, question, same);
  return known ? { right: known.right, reason: known.reason } : null;
}

async function answerTo(question: Question, way: Way, asking: Asking, run: Run) {
  const model = run.models.of(way);
  for (const share of shares) {
    const asked = share === 1 ? await asking[way](question) : await asking.shorter(question, share);
    try {
      const { content } = await model.generate({ messages: asked.messages, inputTokens: asked.tokens });
      const { tokens, cut } = asked;
      return { reply: content.trim(), tokens, cut, evidence: shareShown(question.evidence, asked.shown) };
    } catch (error) {
      const isTooLong = error instanceof MemoryError && error.code === 'context_too_long';
      if (!isTooLong || way !== 'conversation' || share === shares.at(-1)) throw error;
    }
  }
  throw new MemoryError('context_too_long', 'the conversation does not fit the model');
}

const shareShown = (evidence: string[], shown: ReadonlySet<string>): number | null =>
  evidence.length === 0 ? null : evidence.filter((id) => shown.has(id)).length / evidence.length;
