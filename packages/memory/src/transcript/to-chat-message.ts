import type { ChatMessage } from '../ports.ts';
import type { NewMessage } from '../types.ts';

/** Converts a stored message for a model. */
export function toChatMessage(
  message: Pick<NewMessage, 'role' | 'type' | 'content' | 'toolCalls' | 'toolCallId'>,
): ChatMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: message.content };
    case 'assistant':
      return message.toolCalls.length > 0
        ? { role: 'assistant', content: message.content, toolCalls: message.toolCalls }
        : { role: 'assistant', content: message.content };
    case 'tool':
      return { role: 'tool', toolCallId: message.toolCallId ?? '', content: message.content };
  }
}
