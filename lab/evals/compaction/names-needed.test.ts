import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../packages/memory/src/ports.ts';
import { namesIn, neededNames, shareKept } from './names-needed.ts';

describe('the names that an agent needs after a cut', () => {
  it('are words that name something', () => {
    expect([...namesIn('Please read src/a.ts, then call makeIt() for ABC-12 in max_size.')]).toEqual([
      'src/a.ts',
      'makeIt',
      'ABC-12',
      'max_size',
    ]);
  });

  it('stood before it, and are used by the agent before anybody says them again', () => {
    const messages = [
      user('src/a.ts, src/b.ts and src/c.ts'),
      reads('src/a.ts'),
      { role: 'tool' as const, toolCallId: 'a', content: 'see src/b.ts' },
      says('src/b.ts and src/new.ts'),
    ];
    expect([...neededNames(messages, 1)]).toEqual([['src/a.ts', 1]]);
  });

  it('are kept when they stand in the context', () => {
    expect(shareKept(['src/a.ts', 'src/b.ts'], [reads('src/a.ts'), user('src/b.tsx')])).toBe(0.5);
    expect(shareKept([], [])).toBeNull();
  });
});

function user(content: string): ChatMessage {
  return { role: 'user', content };
}

function says(content: string): ChatMessage {
  return { role: 'assistant', content };
}

function reads(path: string): ChatMessage {
  return {
    role: 'assistant',
    content: '',
    toolCalls: [{ id: 'a', name: 'read', arguments: JSON.stringify({ path }) }],
  };
}
