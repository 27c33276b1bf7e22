import {
  MemoryError,
  type ChatMessage,
  type ChatModel,
  type ModelReply,
  type ModelRequest,
} from '@devai/memory';
import { offlineReply } from './offline-reply.ts';

/** Characters of one text delta. */
const deltaLength = 24;

/**
 * Answers without any model or network: shows what memory put into the prompt about the user's message, and carries out plain
 * commands ("read notes.md") through the tools of the request. The same request gives the same reply. Throws `model_refused`
 * when asked for structured output.
 */
export function createOfflineChatModel(): ChatModel {
  return {
    id: 'offline',
    contextWindow: 200_000,
    generate: answer,
    async *stream(request) {
      const reply = await answer(request);
      for (const text of reply.content.match(new RegExp(`[^]{1,${deltaLength}}`, 'gu')) ?? []) {
        request.signal?.throwIfAborted();
        yield { type: 'text_delta', text };
      }
      yield { type: 'reply', reply };
    },
  };
}

async function answer(request: ModelRequest): Promise<ModelReply> {
  request.signal?.throwIfAborted();
  if (request.schema) throw new MemoryError('model_refused', 'the offline model gives no structured answers');
  const { text, call } = await offlineReply(request.messages, request.tools?.map((tool) => tool.name) ?? []);
  return {
    content: text,
    toolCalls: call ? [{ id: nextCallId(request.messages), ...call }] : [],
    model: 'offline',
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
  };
}

/** Calls are numbered within the conversation, so that ids differ and the reply depends on the request alone. */
function nextCallId(messages: ChatMessage[]): string {
  return `offline_${messages.filter((message) => message.role === 'tool').length + 1}`;
}
