import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { countTokens } from '../text/tokens.ts';
import { parseIdentifiers, renderIdentifiers } from './identifier-list.ts';
import { mostUsedIdentifiers } from './identifiers.ts';
import { storedMessage } from './stored-message.fixture.ts';

const call = (name: string, args: unknown) => ({ id: 'a', name, arguments: JSON.stringify(args) });
const kinds = (text: string, limit = 700) =>
  mostUsedIdentifiers([storedMessage({ number: 1, role: 'user', content: text })], [], limit).map(
    ({ kind, text: found }) => `${kind} ${found}`,
  );

describe('identifiers of a conversation', () => {
  it.each([
    ['see packages/memory/src/words.ts:12:5, please', ['path packages/memory/src/words.ts']],
    ['in `./src/main.ts` and (README.md).', ['path src/main.ts', 'path README.md']],
    ['öffne docs/übersicht/größe.md', ['path docs/übersicht/größe.md']],
    ['it is at ~/.config/devai and /etc/hosts', ['path ~/.config/devai', 'path /etc/hosts']],
    [
      'createCompaction() calls max_tokens, Store.saveAll',
      ['symbol Store.saveAll', 'symbol createCompaction', 'symbol max_tokens'],
    ],
    [
      'DATABASE_URL=postgres://localhost:5432/app',
      ['symbol DATABASE_URL', 'url postgres://localhost:5432/app'],
    ],
    ['see https://example.com/a?b=c.', ['url https://example.com/a?b=c']],
    ['commit 3f2a9bc fixes #412 and ABC-77', ['id #412', 'id 3f2a9bc', 'id ABC-77']],
    ['session 0b0f9c1e-3c5e-4f43-9d4c-2f1f3f0f7a11', ['id 0b0f9c1e-3c5e-4f43-9d4c-2f1f3f0f7a11']],
    ['yes and/or no, 1/2 of them, e.g. this. Deadbeef. 12345678', []],
  ])('reads %j', (text, expected) => {
    expect(kinds(text).toSorted()).toEqual(expected.toSorted());
  });

  it('takes commands and paths from the calls of tools, whatever their form', () => {
    const found = mostUsedIdentifiers(
      [
        storedMessage({
          number: 1,
          role: 'assistant',
          toolCalls: [
            call('shell', { command: 'pnpm test --filter memory\n# rest' }),
            call('read', { path: './Makefile' }),
          ],
        }),
      ],
      [],
      700,
    );
    expect(found).toEqual([
      { kind: 'path', text: 'Makefile', score: 3 },
      { kind: 'command', text: 'pnpm test --filter memory', score: 3 },
    ]);
  });

  it('counts messages, not repetitions: a file full of a name is one mention, and one is too few', () => {
    const found = mostUsedIdentifiers(
      [
        storedMessage({ number: 1, role: 'tool', content: 'inTheDump '.repeat(500) }),
        storedMessage({ number: 2, role: 'tool', content: 'inTwoDumps' }),
        storedMessage({ number: 3, role: 'tool', content: 'inTwoDumps' }),
        storedMessage({ number: 4, role: 'user', content: 'fix fromTheUser' }),
      ],
      [],
      700,
    );
    expect(found.map((one) => `${one.text} ${one.score}`)).toEqual(['fromTheUser 3', 'inTwoDumps 2']);
  });

  it('counts a short path for the only long one that ends so, and leaves it when there are two', () => {
    const text = 'src/main.ts main.ts src/a/index.ts src/b/index.ts index.ts ../up.ts';
    const found = mostUsedIdentifiers([storedMessage({ number: 1, role: 'user', content: text })], [], 700);
    expect(found.map((one) => `${one.text} ${one.score}`)).toEqual([
      'src/main.ts 6',
      'index.ts 3',
      'src/a/index.ts 3',
      'src/b/index.ts 3',
    ]);
  });

  it('halves what the earlier summary had counted, so that other work moves up', () => {
    const earlier = [
      { kind: 'path' as const, text: 'old.ts', score: 5 },
      { kind: 'path' as const, text: 'both.ts', score: 4 },
    ];
    const now = [storedMessage({ number: 9, role: 'user', content: 'now both.ts and new.ts' })];
    expect(mostUsedIdentifiers(now, earlier, 700).map((one) => `${one.text} ${one.score}`)).toEqual([
      'both.ts 5',
      'new.ts 3',
      'old.ts 3',
    ]);
  });

  it('stays within its tokens and gives up the least used first', () => {
    const messages = Array.from({ length: 60 }, (_, index) =>
      storedMessage({
        number: index + 1,
        role: 'user',
        content: index % 2 === 0 ? 'src/often.ts' : `src/file-${index}.ts`,
      }),
    );
    const found = mostUsedIdentifiers(messages, [], 40);
    expect(countTokens(renderIdentifiers(found))).toBeLessThanOrEqual(40);
    expect(found[0]?.text).toBe('src/often.ts');
    expect(found.length).toBeGreaterThan(1);
  });

  it('reads broken arguments as text', () => {
    const message = storedMessage({
      number: 1,
      role: 'assistant',
      toolCalls: [{ id: 'a', name: 'write', arguments: '{"path": "src/half.ts", "con' }],
    });
    expect(mostUsedIdentifiers([message], [], 700).map((one) => one.text)).toEqual(['src/half.ts']);
  });

  it('comes back from its own text', () => {
    const list = [
      { kind: 'path' as const, text: 'src/a b.ts', score: 12 },
      { kind: 'command' as const, text: 'git log --oneline, mostly', score: 3 },
      { kind: 'url' as const, text: 'https://example.com/×2', score: 1 },
    ];
    expect(parseIdentifiers(renderIdentifiers(list))).toEqual(list);
  });

  it.each(['a', '/', 'a/', '.'])('takes time in proportion to a text of %j without a break', async (unit) => {
    expect(kinds(unit.repeat(100_000))).toEqual([]);
    expect(await growth(kinds, repeating(unit))).toBeLessThan(1.5);
  });
});
