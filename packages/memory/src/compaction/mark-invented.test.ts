import { describe, expect, it } from 'vitest';
import { markInvented } from './mark-invented.ts';
import { emptySections } from './summary.ts';

const source = `#3 user, 2026-01-15 10:00
 The API listens on 8080 and not on 18081; see src/server/main.ts, version 2.4.1, 1,204 rows, 503 errors.
#4 assistant, 2026-01-15 10:01
 calls shell {"command":"cd packages/memory && pnpm test --filter words"}
 read tests/words.test.ts; countTokens works; ENABLE_FOO is set`;

/** The words that are marked in statements. */
const invented = (...work: string[]): (string | undefined)[] =>
  markInvented({ ...emptySections(), work }, source).work.flatMap((item) =>
    Array.from(item.matchAll(/\(not in the messages: (.*?)\)/g), ([, word]) => word),
  );

describe('checking what a summary names', () => {
  it.each([
    'The API listens on 8080 (`src/server/main.ts`, `main.ts`, `server/main.ts`).',
    'Version 2.4.1 has 1204 rows, and 503 came back.',
    'Ran `pnpm test --filter words` in packages/memory.',
    'packages/memory/tests/words.test.ts passes, put together from a folder and a path below it.',
    'On 2026-01-16 TypeScript, GitHub and OpenAI were named; 3 of 12 failed, message #4.',
    '`countTokens` and `enable_foo` are fine.',
  ])('accepts %j', (statement) => {
    expect(invented(statement)).toEqual([]);
  });

  it.each([
    ['The API listens on 8081.', '8081'],
    ['It is in src/server/app.ts.', 'src/server/app.ts'],
    ['Version 2.5.0 is used.', '2.5.0'],
    ['`countWords` was renamed.', 'countWords'],
    ['renamed countWords', 'countWords'],
    ['Ran `pnpm test --watch`.', '--watch'],
    ['There were 1,205 rows.', '1205'],
    ['other/memory/tests/words.test.ts passes.', 'other/memory/tests/words.test.ts'],
    ['The header is `X-Token`.', 'X-Token'],
  ])('finds what is made up in %j', (statement, word) => {
    expect(invented(statement)).toEqual([word]);
  });

  it('does not take a longer number or name for a shorter one', () => {
    expect(invented('808', 'port 1808', '`ENABLE_FO`')).toEqual(['808', '1808', 'ENABLE_FO']);
  });

  it('marks what is made up where it stands and keeps the statement', () => {
    const sections = {
      ...emptySections(),
      work: ['The API listens on 8081.', 'all well'],
      next: ['look at 8081'],
    };
    expect(markInvented(sections, source)).toEqual({
      ...emptySections(),
      work: ['The API listens on 8081. (not in the messages: 8081)', 'all well'],
      next: ['look at 8081 (not in the messages: 8081)'],
    });
  });
});
