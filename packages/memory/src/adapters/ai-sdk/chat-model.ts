import { z } from 'zod';
import { contextWindowOf } from '../../models/context-windows.ts';
import { MemoryError, messageOf, isUnreachable } from '../../errors.ts';
import type { ChatMessage, ChatModel, ModelReply, ModelRequest } from '../../ports.ts';
import { countMessageTokens } from '../../text/tokens.ts';
import type { AiSdkLanguageModel } from './types.ts';

/** Settings of `createAiSdkChatModel`. */
export type AiSdkChatModelSettings = {
  /** Tokens of request and reply together. Default: the known window of the model, or 128,000. */
  contextWindow?: number;
};

const failure = z.object({ statusCode: z.int().optional(), isRetryable: z.boolean().optional() });

/** A model of the AI SDK for extraction, compaction and topics. Asked once: the memory tries again later. Throws as `ChatModel` says. */
export function createAiSdkChatModel(
  model: AiSdkLanguageModel,
  settings: AiSdkChatModelSettings = {},
): ChatModel {
  const { contextWindow = contextWindowOf(model.modelId) } = settings;
  const id = `${model.provider}/${model.modelId}`;

  async function generate(request: ModelRequest): Promise<ModelReply> {
    const options = toOptions(request);
    const { content, finishReason, usage } = await (
      model.specificationVersion === 'v4' ? model.doGenerate(options) : model.doGenerate(options)
    ).then(undefined, (error: unknown) => {
      request.signal?.throwIfAborted();
      throw toFailure(id, error);
    });
    const reason = finishReason.unified;
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
    const thinking = content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('');
    const toolCalls = content.flatMap((part) =>
      part.type === 'tool-call' ? [{ id: part.toolCallId, name: part.toolName, arguments: part.input }] : [],
    );
    if (reason === 'content-filter') throw new MemoryError('model_refused', `${id} withheld its answer`);
    if (reason === 'error' || (text.trim() === '' && toolCalls.length === 0)) {
      throw new MemoryError('model_failed', `${id} gave no answer (${reason})`);
    }
    if (reason === 'length' && request.schema) {
      throw new MemoryError('model_failed', `${id} cut its structured answer at the output limit`, {
        isRetryable: false,
      });
    }
    return {
      content: text,
      toolCalls,
      ...(thinking !== '' && { thinking }),
      model: model.modelId,
      usage: {
        inputTokens:
          usage.inputTokens.total ??
          request.inputTokens ??
          request.messages.reduce((sum, message) => sum + countMessageTokens(message), 0),
        outputTokens:
          usage.outputTokens.total ?? countMessageTokens({ role: 'assistant', content: text, toolCalls }),
        cachedTokens: usage.inputTokens.cacheRead ?? 0,
      },
      ...(reason === 'length' && { truncated: true as const }),
    };
  }

  return {
    id,
    contextWindow,
    generate,
    /** The memory streams nothing: the whole reply is one event. */
    async *stream(request) {
      const reply = await generate(request);
      if (reply.content !== '') yield { type: 'text_delta', text: reply.content };
      yield { type: 'reply', reply };
    },
  };
}

function toFailure(id: string, error: unknown): MemoryError {
  const { statusCode: status, isRetryable } = failure.catch({}).parse(error);
  // the message of a refused key may quote it
  if (status === 401 || status === 403)
    return new MemoryError('access_refused', `${id} refused the key (${status})`);
  const isAway = status === undefined ? isUnreachable(error) : [429, 503, 529].includes(status);
  return new MemoryError('model_failed', `${id} failed: ${messageOf(error)}`, {
    ...(status === undefined && { cause: error }),
    isAway,
    ...(isRetryable !== undefined && { isRetryable }),
  });
}

/** What models of both versions take. */
function toOptions({ messages, tools, schema, maxOutputTokens, signal }: ModelRequest) {
  const names = new Map(
    messages
      .flatMap((one) => ('toolCalls' in one ? (one.toolCalls ?? []) : []))
      .map(({ id, name }) => [id, name]),
  );
  return {
    prompt: messages.map((one) => toPrompt(one, names)),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(signal && { abortSignal: signal }),
    ...(schema && { responseFormat: { type: 'json' as const, ...schema } }),
    ...(tools && {
      tools: tools.map(({ parameters, ...tool }) => ({
        type: 'function' as const,
        ...tool,
        inputSchema: parameters,
      })),
    }),
  };
}

function toPrompt(message: ChatMessage, names: Map<string, string>) {
  if (message.role === 'system') return { role: message.role, content: message.content };
  const text = { type: 'text' as const, text: message.content };
  if (message.role === 'user') return { role: message.role, content: [text] };
  if (message.role === 'tool') {
    const { toolCallId } = message;
    const output = { type: 'text' as const, value: message.content };
    const result = {
      type: 'tool-result' as const,
      toolCallId,
      toolName: names.get(toolCallId) ?? '',
      output,
    };
    return { role: message.role, content: [result] };
  }
  const calls = (message.toolCalls ?? []).map(({ id, name, arguments: input }) => ({
    ...{ type: 'tool-call' as const, toolCallId: id, toolName: name },
    input: parseJson(input),
  }));
  return { role: message.role, content: [...(message.content === '' ? [] : [text]), ...calls] };
}

/** A model may have written anything: what is no JSON stays a text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
