import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryError } from '../errors.ts';
import type { ChatMessage, ContextMessage } from '../ports.ts';
import { countMessageTokens } from '../text/tokens.ts';
import { assemble, type AssembleInput } from './assemble.ts';
import { contextProfiles } from './profile.ts';
import type { SectionInput } from './section.ts';

let next = 0;

const system: SectionInput = {
  type: 'agent',
  priority: 0,
  zone: 'stable',
  source: 'host',
  items: [{ text: 'S' }],
};
const memories: SectionInput = {
  type: 'memories',
  priority: 4,
  zone: 'volatile',
  source: 'memory',
  items: [{ text: 'V' }],
};

describe('the messages of a context', () => {
  it('contain the volatile sections in the system prompt, or between the history and the turn', async () => {
    const conversation = [user('a'), reply('b'), user('c'), call('1'), result('1')];
    const own = conversation.map(({ message }) => message);
    const plain = await assemble(about({ profile: contextProfiles.plain, conversation }));
    expect(plain.messages).toEqual([{ role: 'system', content: 'S\n\nV' }, ...own]);
    const cache = await assemble(about({ conversation }));
    expect(contentsOf(cache.messages)).toEqual(['S', 'a', 'b', 'V', 'c', '', 'x']);
    const without = await assemble(about({ conversation, sections: [system] }));
    expect(contentsOf(without.messages)).toEqual(['S', 'a', 'b', 'c', '', 'x']);
  });

  it('follow the order of the profile, whatever the order in which sections are offered', async () => {
    const focus = { ...memories, type: 'focus', items: [{ text: 'F' }] };
    const { messages } = await assemble(about({ sections: [memories, focus, system, state('one')] }));
    expect(contentsOf(messages)).toEqual(['S', 'one\n\nF\n\nV', 'q']);
  });

  it('never separate a call from its result, and lose nothing of a conversation that fits', async () => {
    const turn = fc
      .tuple(fc.string(), fc.integer({ min: 0, max: 3 }))
      .map(([text, calls]) => [
        user(text),
        ...Array.from({ length: calls }, (_, index) => [call(`${index}`), result(`${index}`)]).flat(),
      ]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(contextProfiles)),
        fc.array(turn),
        async (profile, turns) => {
          const conversation = turns.flat();
          const { messages } = await assemble(about({ profile, conversation, budget: 1e6 }));
          expect(messages.filter(({ role }) => role !== 'system')).toEqual(
            conversation.map(({ message }) => message),
          );
          for (const [index, message] of messages.entries()) {
            if (message.role === 'tool') expect(messages[index - 1]).toHaveProperty('toolCalls');
          }
        },
      ),
    );
  });

  it('belong to the right sections', async () => {
    const conversation = [
      user('first', { pinned: true }),
      summary('what was'),
      user('a'),
      reply('b'),
      user('now'),
      call('1'),
      result('1'),
    ];
    const { sections, messages } = await assemble(about({ conversation }));
    const own = sections.filter((section) => section.messages.length > 0);
    expect(own.map(({ type, messages: { length } }) => [type, length])).toEqual([
      ['pinned_messages', 1],
      ['summary', 1],
      ['history', 2],
      ['user_message', 1],
      ['steps', 2],
    ]);
    // in the order of the conversation
    expect(contentsOf(messages)).toEqual(['S', 'first', 'what was', 'a', 'b', 'V', 'now', '', 'x']);
  });

  it('lack what the user hid, which is listed', async () => {
    const [a, b] = [user('a'), reply('b')];
    const { messages, sections } = await assemble(
      about({ conversation: [a, b, user('c')], hidden: [a.number ?? 0] }),
    );
    expect(contentsOf(messages)).toEqual(['S', 'b', 'V', 'c']);
    expect(sections.find(({ type }) => type === 'history')?.leftOut).toEqual([a.number]);
  });
});

describe('the budget of a context', () => {
  it('leaves out the oldest messages of the history, with tool results, and lists them', async () => {
    const conversation = [
      user(words(100)),
      call('1'),
      result('1'),
      user(words(20)),
      reply('fine'),
      user('now'),
    ];
    const { messages, sections } = await assemble(about({ conversation, budget: 48, sections: [system] }));
    expect(contentsOf(messages)).toEqual(['S', words(20), 'fine', 'now']);
    const history = sections.find(({ type }) => type === 'history');
    expect(history?.leftOut).toEqual(conversation.slice(0, 3).map(({ number }) => number));
  });

  it('gives what one section does not use to others, by priority', async () => {
    const conversation = [user(words(900)), user('now')];
    const { sections } = await assemble(about({ conversation, budget: 1_000, sections: [system] }));
    // its own share is 40 %
    expect(sections.find(({ type }) => type === 'history')?.tokens).toBeGreaterThan(900);
  });

  it('uses the short form of an item that does not fit, and leaves out those after it', async () => {
    const items = [
      { id: 'a', text: words(20) },
      { id: 'b', text: words(40), short: 'short' },
      { id: 'c', text: 'c' },
    ];
    const related: SectionInput = {
      type: 'related_sessions',
      priority: 7,
      zone: 'volatile',
      source: 'session',
      items,
    };
    const { sections } = await assemble(about({ sections: [system, related], budget: 40 }));
    const section = sections.find(({ type }) => type === 'related_sessions');
    expect(section?.items.map(({ state: how }) => how)).toEqual(['whole', 'short', 'left_out']);
  });

  it('fails with the figures when what must be in it does not fit', async () => {
    const files = { ...system, type: 'files', items: [{ text: words(500) }] };
    const failing = assemble(about({ sections: [system, files], budget: 300 }));
    await expect(failing).rejects.toThrow(MemoryError);
    await expect(failing).rejects.toMatchObject({
      code: 'context_too_long',
      message: expect.stringMatching(/room for 300 tokens.*takes 50\d \(files 50\d, /),
    });
  });

  const item = fc.record({
    text: fc.string({ maxLength: 60 }),
    short: fc.option(fc.string({ maxLength: 10 }), { nil: undefined }),
  });
  const section = fc.record({
    priority: fc.constantFrom(1, 3, 4, 7),
    zone: fc.constantFrom('stable', 'volatile'),
    items: fc.array(item, { maxLength: 5 }),
  });
  const input = fc.record({
    budget: fc.integer({ min: 0, max: 400 }),
    offered: fc.array(section, { maxLength: 6 }),
    texts: fc.array(fc.string({ maxLength: 80 }), { maxLength: 12 }),
    pins: fc.integer({ min: 0, max: 2 }),
  });
  const toInput = ({
    budget,
    offered,
    texts,
    pins,
  }: typeof input extends fc.Arbitrary<infer T> ? T : never) =>
    about({
      budget,
      sections: [
        system,
        ...offered.map((one, index): SectionInput => ({
          ...one,
          type: `section ${index}`,
          source: 'memory',
        })),
      ],
      conversation: [
        ...texts.map((text, index) => user(text, { number: index + 1, pinned: index < pins })),
        user('now', { number: 99 }),
      ],
    });

  it('is never exceeded, and what must be in it is complete', async () => {
    await fc.assert(
      fc.asyncProperty(input, async (given) => {
        const asked = toInput(given);
        const context = await assemble(asked).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'context_too_long' });
          return null;
        });
        if (!context) return;
        expect(context.tokens).toBeLessThanOrEqual(asked.budget);
        expect(context.messages.at(-1)?.content).toBe('now');
        expect(context.messages[0]?.content.startsWith('S')).toBe(true);
        for (const { tokens, offeredTokens } of context.sections)
          expect(tokens).toBeLessThanOrEqual(offeredTokens);
      }),
    );
  });

  it('never shows less when it is larger', async () => {
    await fc.assert(
      fc.asyncProperty(input, fc.integer({ min: 0, max: 100 }), async (given, more) => {
        const asked = toInput(given);
        const less = await assemble(asked).catch(() => null);
        if (!less) return;
        const larger = await assemble({ ...asked, budget: asked.budget + more });
        for (const before of less.sections) {
          const after = larger.sections.find(({ type }) => type === before.type);
          expect(after?.messages).toEqual(expect.arrayContaining(before.messages));
          const rank = { left_out: 0, short: 1, whole: 2 };
          before.items.forEach((one, index) => {
            expect(rank[after?.items[index]?.state ?? 'left_out']).toBeGreaterThanOrEqual(rank[one.state]);
          });
        }
      }),
    );
  });

  function words(count: number) {
    return 'word '.repeat(count).trim();
  }
});

describe('the hash of a context', () => {
  it('is the same for the same inputs, and ignores ids, numbers and order that mean nothing', async () => {
    const conversation = () => [user('a'), call(`${next}`), result(`${next}`), user('q')];
    const one = await assemble(
      about({ sections: [system, memories, state('x', 'y')], conversation: conversation() }),
    );
    const renamed = { ...memories, items: [{ id: 'other', text: 'V' }], candidates: [] };
    const other = await assemble(
      about({ sections: [state('y', 'x'), renamed, system], conversation: conversation() }),
    );
    expect(other.hash).toBe(one.hash);
  });

  it.each<[string, Partial<AssembleInput>]>([
    ['a text', { sections: [system, { ...memories, items: [{ text: 'W' }] }] }],
    ['a priority', { sections: [system, { ...memories, priority: 3 }] }],
    ['a message', { conversation: [user('another')] }],
    ['a section more', { sections: [system, memories, state('x')] }],
  ])('changes with %s', async (_what, given) => {
    expect((await assemble(about(given))).hash).not.toBe((await assemble(about({}))).hash);
  });

  it('is that of RFC 8785 and SHA-256, so that other software can compute it', async () => {
    const { hash } = await assemble(about({ sections: [system], conversation: [user('q')] }));
    const sha = (text: string) => createHash('sha256').update(text).digest('hex');
    const message = sha('{"calls":[],"content":"q","role":"user"}');
    const sections =
      `{"hash":"${sha('["S"]')}","priority":0,"type":"agent"},` +
      `{"hash":"${sha(`["${message}"]`)}","priority":2,"type":"user_message"}`;
    expect(hash).toBe(sha(`{"schema":1,"sections":[${sections}]}`));
  });

  it('covers what is stored: a secret in a file is sent, but changes neither hash nor stored text', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const files = { ...system, type: 'files', items: [{ text: `token ${secret}` }] };
    const context = await assemble(about({ sections: [files] }));
    expect(context.messages[0]?.content).toContain(secret);
    expect(JSON.stringify(context.sections)).not.toContain(secret);
  });
});

function told(message: ChatMessage, given: Partial<ContextMessage> = {}): ContextMessage {
  return {
    message,
    number: (next += 1),
    tokens: countMessageTokens(message),
    pinned: false,
    stored: message,
    ...given,
  };
}

function user(content: string, given?: Partial<ContextMessage>) {
  return told({ role: 'user', content }, given);
}

function reply(content: string) {
  return told({ role: 'assistant', content });
}

function call(id: string) {
  return told({ role: 'assistant', content: '', toolCalls: [{ id, name: 'read', arguments: '{}' }] });
}

function result(toolCallId: string) {
  return told({ role: 'tool', toolCallId, content: 'x' });
}

function summary(content: string) {
  return user(content, { number: null, stored: undefined });
}

function contentsOf(messages: ChatMessage[]) {
  return messages.map(({ content }) => content);
}

function state(...texts: string[]): SectionInput {
  return {
    type: 'state',
    priority: 1,
    zone: 'volatile',
    source: 'session',
    items: texts.map((text) => ({ id: text, text })),
    unordered: true,
  };
}

function about(given: Partial<AssembleInput>): AssembleInput {
  return {
    profile: contextProfiles.cache,
    budget: 10_000,
    sections: [system, memories],
    conversation: [user('q')],
    ...given,
  };
}
