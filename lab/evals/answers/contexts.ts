import { randomUUID } from 'node:crypto';
import {
  countMessageTokens,
  countTokens,
  MemoryError,
  type ChatMessage,
  type ChatModel,
  type ContextProfile,
  type Memory,
  type SectionInput,
} from '@devai/memory';
import { createTurnContext, type ContextHost } from '../../../apps/api/src/agents/turn-context.ts';
import { chapo } from '../../../apps/api/src/agents/roster/chapo.ts';
import { createBm25, type Words } from './bm25.ts';
import type { History, Question, TalkSession, Turn } from './history.ts';
import type { HistoryStore } from './history-store.ts';
import { project, sessionIdOf } from './ingest.ts';
import { answerPrompt, notesPrompt, todayPrompt } from './prompts.ts';

/** With the product's memory; with the whole conversation; with the turns that plain BM25 ranks best. */
export const ways = ['memory', 'conversation', 'bm25'] as const;
export type Way = (typeof ways)[number];

/** What a model is asked, and what of the history stands in it. */
export type Asked = {
  messages: ChatMessage[];
  /** As counted here. */
  tokens: number;
  /** Ids of the turns of which something stands in it, and of their sessions. */
  shown: ReadonlySet<string>;
  /** Oldest turns that had no room. */
  cut: number;
};

type Said = { turn: Turn; session: TalkSession; line: string };

const said = ({ sessions }: History): Said[] =>
  sessions.flatMap((session) =>
    session.turns.map((turn) => {
      const at = session.start.toISOString().slice(0, 16).replace('T', ' ');
      // of a LoCoMo turn, the text names the speaker
      return { turn, session, line: `(${at}) ${turn.role}: ${turn.text}` };
    }),
  );

function requestOf(heading: string, lines: Said[], { askedAt }: History, question: Question): ChatMessage[] {
  const system = [answerPrompt, todayPrompt(askedAt), `# ${heading}`, ...lines.map(({ line }) => line)];
  return [
    { role: 'system', content: system.join('\n\n') },
    { role: 'user', content: question.text },
  ];
}

const tokensOf = (messages: ChatMessage[]): number =>
  messages.reduce((sum, message) => sum + countMessageTokens(message), 0);

const asked = (messages: ChatMessage[], lines: Said[], cut: number): Asked => ({
  messages,
  tokens: tokensOf(messages),
  shown: new Set(lines.flatMap(({ turn, session }) => [turn.id, session.id])),
  cut,
});

/** Tokens between two lines of a list. */
const separator = 1;

/** The whole conversation, cut from its beginning so that it has at most `limit` tokens. */
export function createConversationWay(history: History) {
  const all = said(history);
  const sizes = all.map(({ line }) => countTokens(line) + separator);
  const heading = 'The conversations so far';
  return (question: Question, limit: number): Asked => {
    let room = limit - tokensOf(requestOf(heading, [], history, question));
    let first = all.length;
    while (first > 0 && room >= (sizes[first - 1] ?? 0)) {
      first -= 1;
      room -= sizes[first] ?? 0;
    }
    const lines = all.slice(first);
    return asked(requestOf(heading, lines, history, question), lines, first);
  };
}

/**
 * The turns that plain BM25 over the words of Postgres's English text search ranks best, as many as `budget` tokens hold, in the order of
 * time. Other languages than that of the two benchmarks are not there.
 */
export async function createBm25Way(history: History, store: HistoryStore, budget: number) {
  const all = said(history);
  const sizes = all.map(({ line }) => countTokens(line) + separator);
  const scores = createBm25(
    await wordsOf(
      all.map(({ turn }) => turn.text),
      store,
    ),
  );
  return async (question: Question): Promise<Asked> => {
    const [words = []] = await wordsOf([question.text], store);
    const ranked = [...scores(words).entries()]
      .filter(([, score]) => score > 0)
      .toSorted(([, a], [, b]) => b - a);
    const chosen: number[] = [];
    let room = budget;
    for (const [index] of ranked) {
      const size = sizes[index] ?? 0;
      if (size > room) break;
      room -= size;
      chosen.push(index);
    }
    const lines = chosen.toSorted((a, b) => a - b).flatMap((index) => all[index] ?? []);
    return asked(requestOf('Turns of earlier conversations', lines, history, question), lines, 0);
  };
}

async function wordsOf(texts: string[], { query }: HistoryStore): Promise<Words[]> {
  const rows = await query(
    `select t.place - 1 as place, w.lexeme, cardinality(w.positions) as count
     from unnest($1::text[]) with ordinality t(text, place), unnest(to_tsvector('english', t.text)) w`,
    [texts],
  );
  const words = texts.map((): string[] => []);
  for (const { place, lexeme, count } of rows)
    words[Number(place)]?.push(...Array.from({ length: Number(count) }, () => String(lexeme)));
  return words;
}

export type MemoryHost = Pick<ContextHost, 'model' | 'tokenScale'> & { contextProfile: ContextProfile };

const stable = { priority: 0, zone: 'stable', source: 'host' } as const;

/**
 * What the product's memory adds to a prompt for the question, as the server assembles it for a new chat, with the eval's instructions in
 * place of the agent's, and without tools. Strengthens and stores nothing, so no question helps another. Throws `model_failed` when memory
 * worked with less than usual.
 */
export async function createMemoryWay(history: History, memory: Memory, host: MemoryHost) {
  const texts = [answerPrompt, notesPrompt, todayPrompt(history.askedAt)];
  const instructions: SectionInput = { ...stable, type: 'agent', items: [{ text: texts.join('\n\n') }] };
  const turnOf = await turnsByMessage(history, memory);
  return async (question: Question): Promise<Asked> => {
    const context = await createTurnContext(
      {
        ...{ ...host, memory, agent: chapo, tools: [], sessionId: randomUUID(), project },
        systemContext: { sections: async () => [instructions] },
      },
      { text: question.text, before: [], saved: [], preview: true, signal: new AbortController().signal },
    );
    const { degraded, shown } = context.gathered;
    if (degraded.length > 0) {
      throw new MemoryError('embedding_failed', `memory worked with less than usual: ${degraded.join('; ')}`);
    }
    const message: ChatMessage = { role: 'user', content: question.text };
    const { messages } = await context.assemble([
      { message, number: null, tokens: countMessageTokens(message), pinned: false },
    ]);
    return {
      messages,
      tokens: tokensOf(messages),
      shown: new Set((await Promise.all(shown.map((id) => turnsOf(id, memory, turnOf)))).flat()),
      cut: 0,
    };
  };
}

/** Ids of turns and their sessions, by `<session>/<number>` of the message. */
async function turnsByMessage(history: History, memory: Memory): Promise<Map<string, string[]>> {
  const turns = new Map<string, string[]>();
  for (const session of history.sessions) {
    const id = sessionIdOf(history.id, session);
    for (const { number, metadata } of await memory.sessions.messages(id))
      turns.set(`${id}/${number}`, [String(metadata['turn']), session.id]);
  }
  return turns;
}

/** The turns that a memory was taken from, or the one that is quoted. */
async function turnsOf(shown: string, memory: Memory, turns: Map<string, string[]>): Promise<string[]> {
  if (shown.includes('/')) return turns.get(shown) ?? [];
  const found = await memory.memories.get(shown);
  return (found?.evidence ?? []).flatMap(({ sessionId, messages }) =>
    messages.flatMap((number) => turns.get(`${sessionId}/${number}`) ?? []),
  );
}

/** Tokens of a request, so that the window has room for the reply, as the server keeps it. */
export const windowFor = ({ contextWindow }: Pick<ChatModel, 'contextWindow'>): number =>
  contextWindow - Math.min(8_000, Math.floor(contextWindow * 0.15));
