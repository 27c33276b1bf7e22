import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { countTokens } from '../text/tokens.ts';
import type { Message } from '../store/messages.ts';
import { chooseIdentifiers, type Identifier, parseIdentifiers, renderIdentifiers } from './identifiers.ts';
import { storedMessage } from './stored-message.fixture.ts';

const call = (name: string, args: unknown) => ({ id: 'a', name, arguments: JSON.stringify(args) });
type Input = Parameters<typeof chooseIdentifiers>[0];
const choose = (messages: Message[], input: Partial<Input> = {}) =>
  chooseIdentifiers({ messages, earlier: [], standing: [], limit: 700, ...input });
const says = (content: string, number = 1): Message => storedMessage({ number, role: 'user', content });
const textsOf = (identifiers: Identifier[]): string[] => identifiers.map((one) => one.text);
const read = (text: string): string[] => textsOf(choose([says(text)]));
const withScores = (identifiers: Identifier[]): string[] =>
  identifiers.map((one) => `${one.text} ${one.score}`);

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
      storedMessage({ number: 3, role: 'assistant', toolCalls: [call('read', { path: './Makefile' })] }),
      run(4, 'pnpm test --filter memory'),
    ]);
    expect(textsOf(found)).toEqual(['pnpm test --filter memory', 'Makefile', 'src/once.ts']);
  });

  it('counts messages, not repetitions: a file full of a name is one mention', () => {
    const found = choose([
      storedMessage({ number: 1, role: 'tool', content: 'inTheDump '.repeat(500) }),
      storedMessage({ number: 2, role: 'tool', content: 'inTwoDumps' }),
      storedMessage({ number: 3, role: 'tool', content: 'inTwoDumps' }),
      says('fix fromTheUser and again', 4),
      says('fromTheUser', 5),
    ]);
    expect(withScores(found)).toEqual(['fromTheUser 4', 'inTwoDumps 2', 'inTheDump 1']);
  });

  it('leaves out what stands in the rest of the context, in a message or a call', () => {
    const found = choose([says('src/said.ts src/called.ts src/gone.ts')], {
      standing: [
        { role: 'tool', content: 'content of src/said.ts' },
        { role: 'assistant', content: '', toolCalls: [call('read', { path: 'src/called.ts' })] },
      ],
    });
    expect(textsOf(found)).toEqual(['src/gone.ts']);
  });

  it('takes of two that were used alike the one that was used last', () => {
    expect(read('src/a.ts')).toEqual(['src/a.ts']);
    expect(textsOf(choose([says('src/a.ts', 1), says('src/b.ts', 2)]))).toEqual(['src/b.ts', 'src/a.ts']);
  });

  it('halves what the earlier summary had counted, so that other work moves up', () => {
    const earlier = [
      { text: 'old.ts', score: 4 },
      { text: 'both.ts', score: 4 },
    ];
    const found = choose([says('now both.ts and new.ts', 9)], { earlier });
    expect(withScores(found)).toEqual(['both.ts 4', 'new.ts 2', 'old.ts 2']);
  });

  it('stays within its tokens, fills them, and gives up the least used first', () => {
    const messages = Array.from({ length: 60 }, (_, index) =>
      says(index % 2 === 0 ? 'src/often.ts' : `src/file-${index}.ts`, index + 1),
    );
    const found = choose(messages, { limit: 100 });
    const tokens = countTokens(renderIdentifiers(found));
    expect(tokens).toBeLessThanOrEqual(100);
    expect(tokens).toBeGreaterThan(80);
    expect(textsOf(found).slice(0, 2)).toEqual(['src/often.ts', 'src/file-59.ts']);
  });

  it('reads broken arguments as text', () => {
    const message = storedMessage({
      number: 1,
      role: 'assistant',
      toolCalls: [{ id: 'a', name: 'write', arguments: '{"path": "src/half.ts", "con' }],
    });
    expect(textsOf(choose([message]))).toEqual(['src/half.ts']);
  });

  it('comes back from its own text', () => {
    const list = [
      { text: 'src/a b.ts', score: 8 },
      { text: 'src/c.ts', score: 8 },
      { text: 'git log --oneline, mostly', score: 2 },
      { text: 'https://example.com/×2', score: 1 },
    ];
    expect(parseIdentifiers(renderIdentifiers(list))).toEqual(list);
  });

  it.each(['a', '/', 'a/', '.'])('takes time in proportion to a text of %j without a break', async (unit) => {
    expect(read(unit.repeat(100_000))).toEqual([]);
    expect(await growth(read, repeating(unit))).toBeLessThan(1.5);
  });
});
