import { countTokens } from '../text/tokens.ts';
import type { Message } from '../store/messages.ts';
import { message } from '../../testing/message.ts';

export const sessionId = '00000000-0000-4000-8000-000000000001';

type Part = Partial<Message> & Pick<Message, 'role'>;

/** A session's messages, numbered from 1 and a minute apart, beginning on Thursday, 2026-01-15. */
export function conversation(...parts: Part[]): Message[] {
  return parts.map((part, index) => {
    const number = index + 1;
    return {
      ...message('', {
        id: `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`,
        type: part.role === 'tool' ? 'tool_result' : 'text',
      }),
      sessionId,
      project: 'taskforge',
      number,
      marks: [],
      tokens: countTokens(part.content ?? ''),
      contentHash: '',
      createdAt: new Date(Date.UTC(2026, 0, 15, 10, number)),
      ...part,
    };
  });
}

export const user = (content: string): Part => ({ role: 'user', content });
export const assistant = (content: string): Part => ({ role: 'assistant', content });
/** The agent's call of a tool, followed by its result. */
export function toolUse(
  id: string,
  name: string,
  input: object | string,
  content: string,
  ok = true,
): Part[] {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return [
    { role: 'assistant', type: 'tool_call', toolCalls: [{ id, name, arguments: text }] },
    { role: 'tool', content, toolCallId: id, metadata: { tool: name, ok } },
  ];
}
