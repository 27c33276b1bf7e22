import { randomUUID } from 'node:crypto';
import { MemoryError, type Gathered, type Recall, type RedactedText, type UserMemory } from '@devai/memory';
import {
  recalledMemory,
  recalledMessage,
  recalledPassage,
  standingMemory,
} from '@devai/fastify/protocol/frames';
import { beginTurn, type Begun } from './begin-turn.ts';
import { forgetInWords } from './forget-in-words.ts';
import { runChapoLoop, type LoopEnd, type Step } from './chapo-loop.ts';
import { chapo } from './roster/chapo.ts';
import { runDelegate } from './run-delegate.ts';
import {
  beginningOf,
  createTurnContext,
  readAhead,
  type ReadAhead,
  type TurnContext,
} from './turn-context.ts';
import type { TurnHost, TurnInput } from './turn-host.ts';

type Stated = Awaited<ReturnType<UserMemory['rememberStated']>>;

/**
 * Runs one turn, from the user's message to the finished reply. It always ends with one assistant `message` frame, preceded by
 * an `error` frame if something failed. A message whose id is already stored gets no second turn. Never throws.
 */
export async function runTurn(host: TurnHost, asked: TurnInput): Promise<void> {
  let input = asked;
  let gathered: Gathered<Recall> | null = null;
  const stopListening = host.memory.onEvent(({ type }) => {
    if (type === 'memory_forgotten' || type === 'message_forgotten' || type === 'session_deleted')
      host.conversation.noteForgotten();
  });
  try {
    const { forgettings } = host.conversation;
    const beginning = beginTurn(host, asked);
    const ahead = readAhead(host, asked);
    const begun = await beginning;
    if (!begun) return;
    ({ input } = begun);
    const stated = await rememberStated(host, input.turn, begun);
    const forgetting = await forgetInWords(host, {
      turn: input.turn,
      text: begun.text.content,
      number: begun.number,
    });
    if (forgetting) {
      await storeEnd(host, input, null, { end: 'reply', ...forgetting });
      return;
    }
    // what was read ahead may be older than a turn of another process, and may hold what was forgotten meanwhile
    const isCurrent = !begun.hasWaited && host.conversation.forgettings === forgettings;
    const context = await contextOf(host, begun, stated, isCurrent ? ahead : undefined);
    ({ gathered } = context);
    emitRecalled(host, input, gathered);
    const end = await answer(host, begun, context);
    const reply = await storeEnd(host, input, gathered, end);
    if (end.end === 'reply') noteStep(host, begun, { toolCalls: end.toolCalls, reply });
  } catch (error) {
    await endFailed(host, input, gathered, error);
  } finally {
    stopListening();
  }
}

/** Stores what the user asks to remember, and without a model what they tell about themselves. This happens before the reply and does not depend on the model. */
async function rememberStated(host: TurnHost, turn: string, { text, number }: Begun): Promise<Stated> {
  const { memory, sessionId, project, emit } = host;
  try {
    const { saved, refused } = await memory.rememberStated({
      text,
      project,
      sessionId,
      messageNumber: number,
    });
    for (const { content, reason } of refused) {
      const message = `not remembered, since ${reason}: ${beginningOf(content)}`;
      emit({ type: 'error', code: 'invalid_input', message, retryable: false, turn });
    }
    for (const { memory: stored, action } of saved) {
      const { id, content, namespace } = stored;
      emit({ type: 'memory_saved', id, content, namespace, action, by: 'user' });
    }
    return { saved, refused };
  } catch (error) {
    // the message is stored, so the extraction will find the statement
    emit({ type: 'error', ...describe(error, 'it could not be remembered now'), turn });
    return { saved: [], refused: [] };
  }
}

function contextOf(
  host: TurnHost,
  { text, input: { signal } }: Begun,
  { saved, refused }: Stated,
  ahead: ReadAhead | undefined,
): Promise<TurnContext> {
  const { conversation } = host;
  // without the last message, which is the user's of this turn
  const before = conversation.messages.slice(0, -1);
  const forgettings = () => conversation.forgettings;
  return createTurnContext(host, { text, before, forgettings, saved, refused, ahead, signal });
}

function emitRecalled({ emit }: TurnHost, { turn }: TurnInput, { recall, standing }: Gathered<Recall>): void {
  emit({
    type: 'memory_recalled',
    turn,
    tokens: recall.tokens,
    degraded: recall.degraded,
    memories: recall.memories.map((hit) => recalledMemory.parse({ ...hit.memory, ...hit })),
    standing: standing.map(({ memory, reason }) => standingMemory.parse({ ...memory, reason })),
    said: recall.said.map(({ message, excerpt, ...hit }) =>
      recalledMessage.parse({
        ...hit,
        session: message.sessionId,
        number: message.number,
        role: message.role,
        at: message.createdAt.toISOString(),
        content: excerpt,
      }),
    ),
    passages: recall.passages.map(({ provenance: { title }, ...passage }) =>
      recalledPassage.parse({ ...passage, title }),
    ),
  });
}

function answer(host: TurnHost, begun: Begun, context: TurnContext): Promise<LoopEnd> {
  const { turn, traceId, client, signal } = begun.input;
  return runChapoLoop({
    ...host,
    turn,
    question: begun.number,
    traceId,
    client,
    context,
    delegate:
      host.agent === chapo
        ? (delegation, call) => runDelegate(host, delegation, { turn, call, traceId, signal })
        : null,
    metadata: turnMetadata(turn, context.gathered),
    onStep: (step) => noteStep(host, begun, step),
    signal,
  });
}

function noteStep({ memory, sessionId, project }: TurnHost, { text }: Begun, step: Step): void {
  memory.focus.noteStep({ sessionId, project, userMessage: text, ...step });
}

type Problem = { code: string; message: string; retryable: boolean };

type Ending =
  | LoopEnd
  | { end: 'cancelled'; text: string }
  | { end: 'failed'; text: string; metadata: { problem: Problem } }
  | { end: 'reply'; text: string; metadata: Record<string, unknown> };

/** Stores the last message of a turn and sends it. Returns its stored text. `gathered`: null when the turn failed before the recall. */
async function storeEnd(
  host: TurnHost,
  input: TurnInput,
  gathered: Gathered<Recall> | null,
  ending: Ending,
): Promise<RedactedText> {
  const stored = await host.conversation.append(
    {
      role: 'assistant',
      type: ending.end === 'reply' ? 'text' : 'notice',
      content: contentOf(ending),
      metadata: {
        ...turnMetadata(input.turn, gathered),
        end: ending.end,
        ...('quotesMemory' in ending && ending.quotesMemory && { quotesMemory: true }),
        ...('metadata' in ending && ending.metadata),
      },
    },
    'ending',
  );
  emitEnd(host, input, ending, stored);
  return stored.text;
}

function emitEnd(
  { emit }: TurnHost,
  { turn }: TurnInput,
  ending: Ending,
  { id, number }: { id: string; number: number | null },
): void {
  emit({ type: 'message', turn, id, number, role: 'assistant', content: contentOf(ending), end: ending.end });
}

const contentOf = ({ end, text }: Ending): string =>
  text === '' && end === 'cancelled' ? '(cancelled)' : text;

/** Records what was in the prompt: text that only repeats it is no evidence for the extraction, and is forgotten with it. */
const turnMetadata = (turn: string, gathered: Gathered<Recall> | null) =>
  gathered === null ? { turn } : { turn, recalled: gathered.shown };

async function endFailed(
  host: TurnHost,
  input: TurnInput,
  gathered: Gathered<Recall> | null,
  error: unknown,
): Promise<void> {
  const { turn, signal } = input;
  const { emit, log } = host;
  const problem = describe(error, 'the turn could not be finished');
  const ending: Ending = signal.aborted
    ? { end: 'cancelled', text: '' }
    : { end: 'failed', text: '(no reply: the turn failed)', metadata: { problem } };
  if (ending.end === 'failed') {
    log.error({ turn, err: error }, 'turn failed');
    emit({ type: 'error', ...problem, turn });
  }
  try {
    await storeEnd(host, input, gathered, ending);
  } catch (storeError) {
    log.error({ turn, err: storeError }, 'the end of the turn could not be stored');
    emit({ type: 'error', ...describe(storeError, 'the end of the turn could not be stored'), turn });
    emitEnd(host, input, ending, { id: randomUUID(), number: null });
  }
}

function describe(error: unknown, what: string): Problem {
  const text = error instanceof Error ? error.message : String(error);
  return error instanceof MemoryError
    ? { code: error.code, message: `${what}: ${text}`, retryable: error.isRetryable }
    : { code: 'internal', message: `${what}: ${text}`, retryable: false };
}
