import { randomUUID } from 'node:crypto';
import { embedMissing } from '../../../packages/memory/src/embeddings/embed-missing.ts';
import { createMemory, type Memory } from '../../../packages/memory/src/memory.ts';
import type { EmbeddingModel } from '../../../packages/memory/src/ports.ts';
import type { Recall } from '../../../packages/memory/src/retrieval/recall.ts';
import { createStore } from '../../../packages/memory/src/store/store.ts';
import type { NewMessage } from '../../../packages/memory/src/types.ts';
import { createTestClock, type TestClock } from '../../../packages/memory/testing/index.ts';
import type { OpenTestDatabase, TestDatabase } from '../../../packages/memory/testing/reused-stores.ts';
import { finishJobs, moveTo } from '../writing/run-case.ts';
import { holdsAll, type Person } from './people.ts';
import { unhurried } from '../unhurried.ts';
import { message } from '../../../packages/memory/testing/message.ts';

/**
 * `plain`, `oblique` and `time` (what was told on a day) have an answer, `list` has several, and `changed` has one that holds no longer
 * beside the one that does; for `unanswerable` and `foreign`, nothing should be brought back.
 */
export const kinds = ['plain', 'oblique', 'time', 'list', 'changed', 'unanswerable', 'foreign'] as const;
export type Kind = (typeof kinds)[number];

export type TalkResult = {
  person: Person;
  kind: Kind;
  ask: string;
  /** The strings that a text must contain to answer it; empty: nothing should be brought back. */
  answer: string[];
  /** The strings of the answer that holds no longer. */
  older?: string[];
  /** The texts that the recall put into the prompt, best first. */
  ranked: string[];
  /** The lines that would be in the prompt, in their order. */
  lines: string[];
  /** Tokens of the block. */
  tokens: number;
};

type Stage = { memory: Memory; opened: OpenTestDatabase; clock: TestClock };

const project = 'home';
const second = 1_000;
/** Milliseconds between the last session and the questions. */
const later = 21 * 86_400 * second;

/**
 * Stores what a person says, as a host without a model does: each message at its time, explicit requests at once, the
 * rest at the end of the session. Three weeks later, asks each question by a recall that stores nothing, so that no
 * question helps another.
 */
export async function runPerson(
  person: Person,
  { testDatabase, embeddings }: { testDatabase: TestDatabase; embeddings: EmbeddingModel },
): Promise<TalkResult[]> {
  const opened = await testDatabase.open();
  const clock = createTestClock();
  const memory = await createMemory({
    database: opened.database,
    embeddings,
    options: unhurried,
    clock,
    timeZone: 'UTC',
  });
  try {
    for (const session of person.sessions) {
      await saySession(session, { memory, opened, clock });
      await finishJobs(memory);
    }
    await embedMissing({
      store: createStore(opened.database),
      embedder: embeddings,
      signal: AbortSignal.timeout(600 * second),
      onBatch: async () => {},
    });
    await moveTo(new Date(clock.now().getTime() + later), opened, clock);
    const results: TalkResult[] = [];
    for (const question of questionsOf(person)) {
      const recall = await memory.recall({
        text: question.ask,
        project,
        sessionId: randomUUID(),
        preview: true,
        // what every prompt shows is no answer to the question
        standingTokens: 0,
      });
      if (recall.degraded.length > 0) throw new Error(`${person.name}: ${recall.degraded.join('; ')}`);
      results.push({
        person,
        ...question,
        ranked: rankedIn(recall),
        lines: linesOf(recall),
        tokens: recall.tokens,
      });
    }
    return results;
  } finally {
    memory.jobs.stop();
    await opened.close();
  }
}

async function saySession(
  { start, turns }: Person['sessions'][number],
  { memory, opened, clock }: Stage,
): Promise<void> {
  const session = { id: randomUUID(), project, agent: 'chapo' };
  await moveTo(new Date(start), opened, clock);
  await memory.sessions.open(session);
  for (const { user, agent } of turns) {
    const [stored] = await memory.sessions.append(session, [messageOf('user', user)]);
    const messageNumber = stored?.number ?? null;
    await memory.rememberStated({ text: user, project, sessionId: session.id, messageNumber });
    const { memories } = await memory.recall({ text: user, project, sessionId: session.id });
    const recalled = memories.filter(({ injected }) => injected).map((hit) => hit.memory.id);
    await moveTo(new Date(clock.now().getTime() + 10 * second), opened, clock);
    await memory.sessions.append(session, [messageOf('assistant', agent, { recalled })]);
    await moveTo(new Date(clock.now().getTime() + 60 * second), opened, clock);
  }
  await memory.sessions.end(session.id, { now: true });
}

const messageOf = (
  role: 'user' | 'assistant',
  content: string,
  metadata: NewMessage['metadata'] = {},
): NewMessage => message(content, { role, metadata });

function questionsOf(person: Person): Pick<TalkResult, 'kind' | 'ask' | 'answer' | 'older'>[] {
  const answers = new Map(person.questions.map(({ told, answer }) => [told, answer]));
  return [
    ...person.plain.map(({ ask, told }) => ({
      kind: 'plain' as const,
      ask,
      answer: answers.get(told) ?? [],
    })),
    ...person.questions.map(({ ask, answer }) => ({ kind: 'oblique' as const, ask, answer })),
    ...person.questions.map(({ told, answer }) => ({
      kind: 'time' as const,
      ask: askedByDay(person, told),
      answer,
    })),
    ...person.lists.map(({ ask, entries }) => ({
      kind: 'list' as const,
      ask,
      answer: entries.flatMap((one) => one.answer),
    })),
    ...person.changed.map(({ ask, older, newer }) => ({
      kind: 'changed' as const,
      ask,
      answer: newer.answer,
      older: older.answer,
    })),
    ...person.unanswerable.map((ask) => ({ kind: 'unanswerable' as const, ask, answer: [] })),
    ...person.foreign.map((ask) => ({ kind: 'foreign' as const, ask, answer: [] })),
  ];
}

/** How people ask for what they told on a day. */
const dayQuestions = {
  en: (day: string) => `What did I tell you on ${day}?`,
  de: (day: string) => `Was habe ich dir am ${day} erzählt?`,
  th: (day: string) => `วันที่ ${day} ฉันเล่าอะไรให้ฟังบ้าง`,
};

/** Asks for what was told on the day on which a fact was. */
function askedByDay({ language, sessions, told }: Person, index: number): string {
  const start = sessions[told[index]?.session ?? 0]?.start ?? '';
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return dayQuestions[language](day.format(new Date(start)));
}

/** Each item in the block has its own line, whatever the section. */
const linesOf = ({ block }: Recall): string[] => block.split('\n').filter((line) => line.startsWith('- '));

const rankedIn = ({ memories, said }: Recall): string[] => [
  ...memories.flatMap(({ memory, injected }) => (injected ? [memory.content] : [])),
  ...said.flatMap(({ excerpt, injected }) => (injected ? [excerpt] : [])),
];

/** Returns the place of the line that completes the answer, from 1; infinite if the answer is not in the prompt. */
export function placeOf({ lines, answer }: Pick<TalkResult, 'lines' | 'answer'>): number {
  const index = lines.findIndex((_, last) => holdsAll(lines.slice(0, last + 1).join('\n'), answer));
  return index === -1 ? Infinity : index + 1;
}

/** Whether the answer is in the prompt and ranks above an older one, or nothing is, if there is no answer. */
export function isPassed(result: TalkResult): boolean {
  if (result.answer.length === 0) return result.lines.length === 0;
  return placeOf(result) < Infinity && !isBelowOlder(result);
}

function isBelowOlder({ ranked, answer, older }: TalkResult): boolean {
  if (older === undefined) return false;
  const isOlder = (text: string): boolean => holdsAll(text, older) && !holdsAll(text, answer);
  const first = ranked.findIndex((text) => holdsAll(text, answer));
  return ranked.slice(0, first === -1 ? undefined : first).some(isOlder);
}
