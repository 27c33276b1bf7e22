import { expect, it } from 'vitest';
import { readGist } from './gist.ts';
import { extractionAnswer } from './schema.ts';

it('keeps three sentences on one line, and a name of 60 characters', async () => {
  const summary = ' The login was mended.\nIt redirects again.  Tests were added. Then there was lunch.';
  expect(await readGist({ name: ` Login\n${'x'.repeat(80)}`, summary })).toEqual({
    name: `Login ${'x'.repeat(54)}`,
    text: 'The login was mended. It redirects again. Tests were added.',
  });
  const endless = await readGist({ name: 'Words', summary: 'word '.repeat(1_000) });
  expect(endless?.text.length).toBeLessThanOrEqual(600);
});

it('redacts secrets that a model lets through', async () => {
  // made up, and put together here so that no scanner takes it for a leaked one
  const token = ['ghp', 'x7Kq2mZp9RtV4wYb6NcD8fGh1JkL3sAe5UiO'].join('_');
  const gist = await readGist({ name: `The token ${token}`, summary: `It was ${token}.` });
  expect(JSON.stringify(gist)).not.toContain(token);
});

it('is nothing without a text, and needs no name', async () => {
  expect(await readGist({ name: 'Nothing', summary: ' \n' })).toBeNull();
  expect(await readGist({ summary: 'We talked.' })).toEqual({ name: null, text: 'We talked.' });
});

it.each([
  [undefined, undefined],
  [null, null],
  ['a text', undefined],
  [{ name: 'no summary' }, undefined],
  [
    { name: 7, summary: 'A summary' },
    { name: null, summary: 'A summary' },
  ],
])('of an answer with session %j, memories stay and the session is %j', (session, expected) => {
  const answer = extractionAnswer.parse({ memories: [{ any: 1 }], session });
  expect(answer).toEqual({ memories: [{ any: 1 }], session: expected });
});
