import type { ChatMessage } from '@devai/memory';
import { describe, expect, it } from 'vitest';
import { createPrefixMeter } from './prefix-meter.ts';

describe('the kept prefix', () => {
  it('is what a request has in common with the previous one, to the byte', () => {
    const meter = createPrefixMeter();
    const first = [user('เสือ'), reply('b')];
    const size = (messages: ChatMessage[]) =>
      messages.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), 0);
    expect(meter.measure(first)).toEqual({ bytes: size(first), keptBytes: 0 });
    const longer = [...first, user('c')];
    expect(meter.measure(longer)).toEqual({ bytes: size(longer), keptBytes: size(first) });
    const changed = [user('เสือ'), reply('bx'), user('c')];
    const common = '{"role":"assistant","content":"b'.length;
    expect(meter.measure(changed)).toEqual({ bytes: size(changed), keptBytes: size([user('เสือ')]) + common });
    expect(meter.measure([user('เสือ')]).keptBytes).toBe(size([user('เสือ')]));
  });
});

const user = (content: string): ChatMessage => ({ role: 'user', content });

const reply = (content: string): ChatMessage => ({ role: 'assistant', content });
