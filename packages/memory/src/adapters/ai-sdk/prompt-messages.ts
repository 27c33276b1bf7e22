import type { RequestMessage } from '../turns.ts';
import type { PromptMessage } from './types.ts';

/** Returns what a memory needs of a prompt's messages, without those of the system. Files are named, not kept. */
export const toMessages = (prompt: PromptMessage[]): RequestMessage[] => prompt.flatMap(toMessage);

type Part = Exclude<PromptMessage, { role: 'system' }>['content'][number];

function toMessage(message: PromptMessage): RequestMessage[] {
  if (message.role === 'system') return [];
  if (message.role === 'tool') {
    return message.content.flatMap((part) =>
      part.type === 'tool-result'
        ? [{ role: 'tool' as const, toolCallId: part.toolCallId, text: resultText(part.output) }]
        : [],
    );
  }
  const parts: Part[] = message.content;
  const toolCalls = parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [{ id: part.toolCallId, name: part.toolName, arguments: JSON.stringify(part.input) }]
      : [],
  );
  const text = parts.flatMap(partText).join('\n');
  return [{ role: message.role, text, ...(toolCalls.length > 0 && { toolCalls }) }];
}

function partText(part: Part): string[] {
  if (part.type === 'text') return [part.text];
  if (part.type === 'file') return [`[${[part.mediaType, part.filename].filter(Boolean).join(' ')}]`];
  return [];
}

function resultText(output: Extract<Part, { type: 'tool-result' }>['output']): string {
  if (output.type === 'execution-denied') return output.reason ?? 'denied';
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
}
