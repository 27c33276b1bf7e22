import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { countTokens } from '../text/tokens.ts';
import type { Message } from '../store/messages.ts';
import { chooseIdentifiers, parseIdentifiers, renderIdentifiers } from './identifiers.ts';
import { storedMessage } from './stored-message.fixture.ts';

describe('identifiers of a conversation', () => {
  it.each([
    ['see packages/memory/src/words.ts:12:5, please', ['packages/memory/src/words.ts']],
    ['in `./src/main.ts` and (README.md).', ['src/main.ts', 'README.md']],
    ['öffne docs/übersicht/größe.md', ['docs/übersicht/größe.md']],
    ['it is at ~/.config/devai and /etc/hosts', ['~/.config/devai', '/etc/hosts']],
    [
      'createCompaction() calls max_tokens, Store.saveAll',
      ['Store.saveAll', 'createCompaction', 'max_tokens'],
    ],
    // a member means nothing without the code around it
    ['this.cachedLines and gaugeOf(gauge).minValue', ['gaugeOf']],
    ['DATABASE_URL=postgres://localhost:5432/app', ['DATABASE_URL', 'postgres://localhost:5432/app']],
    ['see https://example.com/a?b=c.', ['https://example.com/a?b=c']],
    ['commit 3f2a9bc fixes #412 and ABC-77', ['#412', '3f2a9bc', 'ABC-77']],
    ['session 0b0f9c1e-3c5e-4f43-9d4c-2f1f3f0f7a11', ['0b0f9c1e-3c5e-4f43-9d4c-2f1f3f0f7a11']],
    ['yes and/or no, 1/2 of them, e.g. this. Deadbeef. 12345678', []],
  ])('reads %j', (text, expected) => {
    expect(read(text).toSorted()).toEqual(expected.toSorted());
  });

  it('takes paths from the calls of tools, whatever their form, and commands that were run more than once', () => {
    const run = (number: number, command: string) =>
      storedMessage({ number, role: 'assistant', toolCalls: [call('shell', { command })] });
    const found = choose([
      run(1, 'pnpm test --filter memory\n# rest'),
      run(2, 'cat src/once.ts'),
      storedMessage({ number: 3, role: 'assistant', toolCalls: [call('read', { path: './src/main.ts' })] }),
      run(4, 'pnpm test --filter memory'),
    ]);
    expect(found).toEqual(['pnpm test --filter memory', 'src/once.ts', 'src/main.ts']);
  });

  it.each([
    ["src/a.ts(7,3): error TS2322: Type 'x' is not y.\n  more", "error TS2322: Type 'x' is not y."],
    ["Traceback:\n  …\nKeyError: 'port'\nend", "KeyError: 'port'"],
    ['fatal: not a git repository', 'fatal: not a git repository'],
    ['thrown: java.io.IOException: no  space left', 'IOException: no space left'],
  ])('takes error texts that were seen more than once: %j', (content, text) => {
    const result = (number: number) => storedMessage({ number, role: 'tool', content });
    expect(choose([result(1)])).not.toContain(text);
    expect(choose([result(1), result(2)])).toContain(text);
    expect(choose([says(content), says(content)])).not.toContain(text);
  });

  it('counts messages, not repetitions: a file full of a name is one mention', () => {
    const found = choose([
      storedMessage({ number: 1, role: 'tool', content: 'inTheDump '.repeat(500) }),
      storedMessage({ number: 2, role: 'tool', content: 'inTwoDumps' }),
      storedMessage({ number: 3, role: 'tool', content: 'inTwoDumps' }),
      says('fix fromTheUser and again', 4),
      says('fromTheUser', 5),
    ]);
    expect(found).toEqual(['fromTheUser', 'inTwoDumps', 'inTheDump']);
  });

  it('leaves out what is in the rest of the context, in a message or a call', () => {
    const found = choose([says('src/said.ts src/called.ts src/gone.ts')], {
      standing: [
        { role: 'tool', content: 'content of src/said.ts' },
        { role: 'assistant', content: '', toolCalls: [call('read', { path: 'src/called.ts' })] },
      ],
    });
    expect(found).toEqual(['src/gone.ts']);
  });

  it('prefers the first of two that were used equally', () => {
    expect(choose([says('src/a.ts', 1), says('src/b.ts', 2)])).toEqual(['src/a.ts', 'src/b.ts']);
  });

  it('rates those of the earlier summary by position, so that new work can rise', () => {
    const earlier = Array.from({ length: 40 }, (_, index) => `old-${index}.ts`);
    const found = choose([says('now old-20.ts and new.ts', 9)], { earlier });
    expect(found.slice(0, 5)).toEqual(earlier.slice(0, 5));
    expect(found.indexOf('old-20.ts')).toBeLessThan(found.indexOf('new.ts'));
    expect(found.indexOf('new.ts')).toBeLessThan(found.indexOf('old-8.ts'));
  });

  it('stays within its tokens, fills them, and drops the least used first', () => {
    const messages = Array.from({ length: 60 }, (_, index) =>
      says(index % 2 === 0 ? 'src/often.ts' : `src/file-${index}.ts`, index + 1),
    );
    const found = choose(messages, { limit: 100 });
    const tokens = countTokens(renderIdentifiers(found));
    expect(tokens).toBeLessThanOrEqual(100);
    expect(tokens).toBeGreaterThan(80);
    expect(found.slice(0, 2)).toEqual(['src/often.ts', 'src/file-1.ts']);
  });

  it('reads broken arguments as text', () => {
    const message = storedMessage({
      number: 1,
      role: 'assistant',
      toolCalls: [{ id: 'a', name: 'write', arguments: '{"path": "src/half.ts", "con' }],
    });
    expect(choose([message])).toEqual(['src/half.ts']);
  });

  it('is parsed back from its own text', () => {
    const list = ['src/a b.ts', 'src/c.ts', 'git log --oneline, mostly', 'https://example.com/×2'];
    expect(parseIdentifiers(renderIdentifiers(list))).toEqual(list);
    expect(parseIdentifiers('- ×4: a.ts, `b c`\n- ×1: d.ts')).toEqual(['a.ts', 'b c', 'd.ts']);
  });

  it.each(['a', '/', 'a/', '.'])('takes time proportional to a text of %j without a break', async (unit) => {
    expect(read(unit.repeat(100_000))).toEqual([]);
    expect(await growth(read, repeating(unit))).toBeLessThan(1.5);
  });
});

function call(name: string, args: unknown) {
  return { id: 'a', name, arguments: JSON.stringify(args) };
}

type Input = Parameters<typeof chooseIdentifiers>[0];

function choose(messages: Message[], input: Partial<Input> = {}) {
  return chooseIdentifiers({ messages, earlier: [], standing: [], limit: 700, ...input });
}

function says(content: string, number = 1): Message {
  return storedMessage({ number, role: 'user', content });
}

function read(text: string): string[] {
  return choose([says(text)]);
}
