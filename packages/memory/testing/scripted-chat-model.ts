import { MemoryError } from '../src/errors.ts';
import type { ChatModel, ModelReply, ModelRequest } from '../src/ports.ts';

/** The model never answers; the request ends when it is aborted. */
export const hang = Symbol('hang');

/** What the model says to one request: text, an object as JSON, an error to throw, or nothing at all. */
export type ScriptedReply = string | object | typeof hang;

/**
 * A chat model in process that gives prepared answers in order; a function sees the request. `requests` holds what it was
 * asked. Each reply bills 100 input tokens, of them 10 cached, and 20 output tokens. Asked too often, it throws.
 */
export function scriptedChatModel(
  replies: (ScriptedReply | ((request: ModelRequest) => ScriptedReply | Promise<ScriptedReply>))[],
  { contextWindow = 128_000 } = {},
): ChatModel & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    const next = replies[requests.length];
    requests.push(request);
    if (next === undefined) throw new MemoryError('model_failed', 'the script has no more answers');
    const reply = typeof next === 'function' ? await next(request) : next;
    if (reply === hang) return untilAborted(request.signal);
    if (reply instanceof Error) throw reply;
    return {
      content: typeof reply === 'string' ? reply : JSON.stringify(reply),
      toolCalls: [],
      model: 'scripted-large',
      usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 10 },
    };
  };
  return {
    id: 'scripted',
    contextWindow,
    requests,
    generate,
    async *stream(request) {
      yield { type: 'reply', reply: await generate(request) };
    },
  };
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
