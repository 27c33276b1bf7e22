import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryError, type Message, type RedactedText } from '@devai/memory';
import { z } from 'zod';
import { turnEnds } from '@devai/fastify/protocol/frames';
import type { TurnHost, TurnInput } from './turn-host.ts';

/** While another process runs a turn in the session: milliseconds between tries, and between frames that say so. */
const retryAfter = 1_000;
const saysSoEvery = 10_000;

/** `text`: the user's message as it is stored; `hasWaited`: for another process. */
export type Begun = { input: TurnInput; number: number | null; text: RedactedText; hasWaited: boolean };

/**
 * Stores the user's message and acknowledges it. Waits while another process runs a turn in the session. Returns null when there is no
 * turn to run: the message already had its turn, whose end is sent again; its id belongs to another message (an `error` frame says
 * `conflict`); or the user cancelled before it was stored. A message whose process died before the reply keeps its turn. Throws what the
 * store throws.
 */
export async function beginTurn(host: TurnHost, input: TurnInput): Promise<Begun | null> {
  const { conversation, emit } = host;
  const { turn, messageId, text } = input;
  try {
    const { number, isNew, text: redacted, hasWaited } = await storeMessage(host, input);
    const earlier = isNew || number === null ? null : await conversation.earlierTurn(number);
    const begun = { input: { ...input, turn: earlier?.turn ?? turn }, number, text: redacted, hasWaited };
    emit({ type: 'message', turn: begun.input.turn, id: messageId, number, role: 'user', content: text });
    if (!earlier?.end) return begun;
    emitEnd(host, begun.input.turn, earlier.end);
    await conversation.endTurn();
    return null;
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    if (error.code === 'session_busy') {
      const cancelled = { content: '(cancelled)', end: 'cancelled' } as const;
      emit({ type: 'message', turn, id: randomUUID(), number: null, role: 'assistant', ...cancelled });
      return null;
    }
    if (error.code !== 'conflict') throw error;
    emit({ type: 'error', code: error.code, message: error.message, retryable: false });
    return null;
  }
}

/** Throws `session_busy` only when the user cancels. */
async function storeMessage(
  { conversation, emit }: TurnHost,
  { turn, messageId, text, signal }: TurnInput,
): Promise<{ number: number | null; isNew: boolean; text: RedactedText; hasWaited: boolean }> {
  const message = { id: messageId, role: 'user', content: text, metadata: { turn } } as const;
  for (let waited = 0; ; waited += retryAfter) {
    try {
      return { ...(await conversation.append(message, 'beginning')), hasWaited: waited > 0 };
    } catch (error) {
      const isBusy = error instanceof MemoryError && error.code === 'session_busy';
      if (!isBusy || signal.aborted) throw error;
      if (waited % saysSoEvery === 0) emit({ type: 'waiting', turn, for: error.message });
      await sleep(retryAfter, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}

const endOf = z.object({ end: z.enum(turnEnds) });

/** Sends the end of a turn again. A turn without an end, after which the user wrote another message, counts as failed. */
function emitEnd({ emit }: TurnHost, turn: string, { id, number, role, content, metadata }: Message): void {
  const end = endOf.safeParse(metadata).data?.end ?? 'failed';
  const reply =
    role === 'user' ? { id: randomUUID(), number: null, content: '(no reply)' } : { id, number, content };
  emit({ type: 'message', turn, role: 'assistant', end, ...reply });
}
