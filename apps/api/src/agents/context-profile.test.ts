import type { ChatMessage } from '@devai/memory';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeContext, contextProfiles } from './context-profile.ts';
import { createPrefixMeter } from './prefix-meter.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const reply = (content: string): ChatMessage => ({ role: 'assistant', content });
const call = (id: string): ChatMessage => ({
  role: 'assistant',
  content: '',
  toolCalls: [{ id, name: 'read', arguments: '{}' }],
});
const result = (id: string): ChatMessage => ({ role: 'tool', toolCallId: id, content: 'x' });

describe('the context of a request', () => {
  it('has the volatile half before the conversation, or behind the history', () => {
    const prompt = { stable: 'S', volatile: 'V' };
    const conversation = [user('a'), reply('b'), user('c'), call('1'), result('1')];
    expect(arrangeContext('plain', prompt, conversation)).toEqual([
      { role: 'system', content: 'S\n\nV' },
      ...conversation,
    ]);
    expect(arrangeContext('cache', prompt, conversation)).toEqual([
      { role: 'system', content: 'S' },
      user('a'),
      reply('b'),
      { role: 'system', content: 'V' },
      user('c'),
      call('1'),
      result('1'),
    ]);
    expect(arrangeContext('cache', { stable: 'S', volatile: '' }, conversation)).toHaveLength(6);
  });

  it('never separates a call from its result, and loses nothing of the conversation', () => {
    const turn = fc
      .tuple(fc.string(), fc.integer({ min: 0, max: 3 }))
      .map(([text, calls]) => [
        user(text),
        ...Array.from({ length: calls }, (_, index) => [call(`${index}`), result(`${index}`)]).flat(),
      ]);
    fc.assert(
      fc.property(fc.constantFrom(...contextProfiles), fc.array(turn), (profile, turns) => {
        const conversation = turns.flat();
        const messages = arrangeContext(profile, { stable: 'S', volatile: 'V' }, conversation);
        expect(messages.filter(({ role }) => role !== 'system')).toEqual(conversation);
        for (const [index, message] of messages.entries()) {
          if (message.role === 'tool') expect(messages[index - 1]).toHaveProperty('toolCalls');
        }
      }),
    );
  });
});

describe('the kept prefix', () => {
  it('is what a request has in common with the one before, to the byte', () => {
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

  it('holds the history from turn to turn in the cache profile, and only the stable half in the plain one', () => {
    const stable = 'S'.repeat(1_000);
    const history = Array.from({ length: 20 }, (_, index) => [
      user(`q${index}`),
      reply('x'.repeat(500)),
    ]).flat();
    const share = (profile: (typeof contextProfiles)[number]) => {
      const meter = createPrefixMeter();
      meter.measure(arrangeContext(profile, { stable, volatile: 'one' }, [...history, user('a')]));
      const next = [...history, user('a'), reply('b'), user('c')];
      const { bytes, keptBytes } = meter.measure(arrangeContext(profile, { stable, volatile: 'two' }, next));
      return keptBytes / bytes;
    };
    expect(share('cache')).toBeGreaterThan(0.9);
    expect(share('plain')).toBeLessThan(0.2);
  });
});
