import { expect, it } from 'vitest';
import { paraphraseParts, paraphraseShare } from '../marks/mention-parts.ts';
import { sessionWithout } from './session-without.ts';

const wording = 'The staging database listens on 6543';
const about = {
  wordings: [wording],
  toldParts: (text: string) => paraphraseParts(text, wording, paraphraseShare),
};
const texts = { sessionId: 's', name: null, summary: null, gist: null };

it('removes the sentence that mentions it from the gist, and keeps the others', async () => {
  const gist = 'The login was mended. The staging database now listens on 6543. Tests were added.';
  expect(await sessionWithout({ ...texts, gist }, about)).toMatchObject({
    before: { gist },
    gist: expect.stringMatching(/^The login was mended\.\s+Tests were added\.$/),
    words: expect.arrayContaining(['login', 'tests']),
  });
});

it.each([
  ['a value of it', 'We moved a service to 6543 and wrote tests'],
  ['some of its words', 'We set the staging database up'],
])('removes a gist or name that contains %s, which may paraphrase it', async (_what, told) => {
  expect(await sessionWithout({ ...texts, name: told, gist: told }, about)).toMatchObject({
    name: null,
    gist: null,
    words: null,
  });
});

it('removes from the compaction only what mentions it', async () => {
  const summary = 'We set the staging gateway up.\nThe staging database listens on 6543.';
  expect(await sessionWithout({ ...texts, summary }, about)).toMatchObject({
    summary: 'We set the staging gateway up.\n[forgotten]',
  });
});

it('changes nothing in a session about something else', async () => {
  const other = { name: 'Login', summary: 'The login was mended.', gist: 'The login was mended.' };
  expect(await sessionWithout({ ...texts, ...other }, about)).toBeNull();
});
