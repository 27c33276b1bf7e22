import { MemoryError } from '../src/errors.ts';
import type { ChatModel, ModelReply, ModelRequest } from '../src/ports.ts';

/** A reply that never comes; the request ends when it is aborted. */
export const hang = Symbol('hang');

/** The model's reply to one request: a text, an object that is sent as JSON, an error to throw, or `hang`. */
export type ScriptedReply = string | object | typeof hang;

/**
 * Creates a chat model in process that returns prepared replies in order. A reply may be a function of the request. `requests` holds all
 * requests. Each reply reports 100 input tokens, 10 of them cached, and 20 output tokens. Throws if there are more requests than replies.
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

/** A chat model that passes each request to the `model` of that moment, which a test exchanges. */
export function exchangeableModel() {
  const own = {
    id: 'exchangeable',
    contextWindow: 128_000,
    model: scriptedChatModel([]),
    generate: (request: ModelRequest) => own.model.generate(request),
    stream: (request: ModelRequest) => own.model.stream(request),
  };
  return own;
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
