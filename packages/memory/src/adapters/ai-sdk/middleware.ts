import type { LanguageModelMiddleware } from 'ai';
import type { Chat } from '../../chat/chat.ts';
import type { ToolCall } from '../../types.ts';
import type { AdapterSettings } from '../degrading.ts';
import { createTurns, type TurnReply } from '../turns.ts';
import { toMessages } from './prompt-messages.ts';
import type { CallOptions } from './types.ts';

type WrapGenerate = NonNullable<LanguageModelMiddleware['wrapGenerate']>;
type Generated = Awaited<ReturnType<WrapGenerate>>;
type StreamPart =
  Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>>['stream'] extends ReadableStream<
    infer Streamed
  >
    ? Streamed
    : never;

/** What the provider answered by itself is not a call of the host's tools, but part of the reply. */
type Part = Generated['content'][number] | StreamPart;

/**
 * A middleware for `wrapLanguageModel` that makes the calls of a model turns of a chat, of `generateText` and `streamText`, with tools or
 * without. Each call stores the user's last message and what tools returned, has what is recalled in its system prompt, and its reply is
 * stored with the tools that it calls. `providerOptions: { devai: { messageId } }` gives the user's message the host's id. A failing
 * memory is told (`onDegraded`), and the model is asked without it.
 */
export function createMemoryMiddleware(chat: Chat, settings: AdapterSettings = {}): LanguageModelMiddleware {
  const turns = createTurns(chat, settings);

  async function begin(params: CallOptions) {
    const { messageId } = params.providerOptions?.['devai'] ?? {};
    const turn = await turns.begin({
      messages: toMessages(params.prompt),
      messageId: typeof messageId === 'string' ? messageId : undefined,
      signal: params.abortSignal,
    });
    return {
      turn,
      prompted: turn.prompt === '' ? params : { ...params, prompt: withBlock(params.prompt, turn.prompt) },
    };
  }

  return {
    specificationVersion: 'v4',
    async wrapGenerate({ model, params }) {
      const { turn, prompted } = await begin(params);
      const result = await model.doGenerate(prompted);
      const reader = createReader();
      for (const part of result.content) reader.add(part);
      if (result.finishReason.unified !== 'error') await turn.replied(reader.reply());
      return result;
    },
    async wrapStream({ model, params }) {
      const { turn, prompted } = await begin(params);
      const { stream, ...result } = await model.doStream(prompted);
      const reader = createReader();
      let isComplete = false;
      const readAlong = new TransformStream<StreamPart, StreamPart>({
        transform(part, controller) {
          reader.add(part);
          if (part.type === 'finish') isComplete = part.finishReason.unified !== 'error';
          controller.enqueue(part);
        },
        // a stream that ends early is no reply
        flush: async () => (isComplete ? turn.replied(reader.reply()) : undefined),
      });
      return { ...result, stream: stream.pipeThrough(readAlong) };
    },
  };
}

/** Joins the last text of the leading system messages; one with options of its own, such as a mark for a cache, stays as it is. */
function withBlock(prompt: CallOptions['prompt'], block: string): CallOptions['prompt'] {
  const end = prompt.findIndex(({ role }) => role !== 'system');
  const leading = end === -1 ? prompt.length : end;
  const last = prompt[leading - 1];
  const joined =
    last?.role === 'system' && last.providerOptions === undefined
      ? [...prompt.slice(0, leading - 1), { ...last, content: `${last.content}\n\n${block}` }]
      : [...prompt.slice(0, leading), { role: 'system' as const, content: block }];
  return [...joined, ...prompt.slice(leading)];
}

/** Assembles a reply from the parts of a whole answer or a stream. */
function createReader() {
  let text = '';
  const toolCalls: ToolCall[] = [];
  return {
    add(part: Part): void {
      if (part.type === 'text') text += part.text;
      if (part.type === 'text-delta') text += part.delta;
      if (part.type === 'tool-call' && part.providerExecuted !== true) {
        toolCalls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
      }
    },
    reply: (): TurnReply => ({ text, toolCalls }),
  };
}
