import type { Message } from '../store/messages.ts';
import { message } from '../../testing/message.ts';

const sessionId = '00000000-0000-4000-8000-000000000001';

/** A message as the store returns it. */
export function storedMessage(part: Partial<Message> & Pick<Message, 'number' | 'role'>): Message {
  const { role, toolCalls = [] } = part;
  return {
    ...message('', {
      type: role === 'tool' ? 'tool_result' : toolCalls.length > 0 ? 'tool_call' : 'text',
    }),
    marks: [],
    sessionId,
    project: null,
    tokens: 10,
    contentHash: '',
    createdAt: new Date('2026-01-15T10:00:00Z'),
    ...part,
  };
}
