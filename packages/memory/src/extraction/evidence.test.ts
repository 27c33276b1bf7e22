import { expect, it } from 'vitest';
import { storedMessage } from '../compaction/stored-message.fixture.ts';
import { evidenceFor } from './evidence.ts';

const user = (content: string) => storedMessage({ number: 1, role: 'user', content });
const agent = (content: string) => storedMessage({ number: 2, role: 'assistant', content });
const tool = (content: string) => storedMessage({ number: 3, role: 'tool', content, toolCallId: 'call_1' });

it.each([
  [
    'the user’s sentence rather than a reply that says more of it',
    'The release of pegelbote is on 19 December, because Jonas is ill',
    [
      user('Hello there. The release slips to 19 December, Jonas is ill.'),
      agent('Noted: the release of pegelbote is on 19 December, because Jonas is ill.'),
    ],
    'The release slips to 19 December, Jonas is ill.',
  ],
  [
    'the sentence with the names and figures',
    'The bot stores its data in better-sqlite3, because the user wants no server to look after',
    [user('Right. For storage we take better-sqlite3, no server. I look after my phone.')],
    'For storage we take better-sqlite3, no server.',
  ],
  [
    'the only thing the user told, in another language',
    'Lena deploys the bot',
    [user('Wer macht was? Das Ausrollen übernimmt ab jetzt meine Schwester.')],
    'Das Ausrollen übernimmt ab jetzt meine Schwester.',
  ],
  [
    'a reply or an output where the user told nothing of it',
    'The importer fails with ECONNRESET on port 9090',
    [user('What is wrong with it?'), tool('line 1\nimporter: ECONNRESET on port 9090')],
    'importer: ECONNRESET on port 9090',
  ],
  [
    'nothing rather than the wrong sentence',
    'The staging database moved to Frankfurt in March',
    [user('We had cake today. It was a long day at the harbour.'), agent('Enjoy the evening!')],
    '',
  ],
  [
    'no question',
    'The staging database is in Frankfurt',
    [user('Is the staging database in Frankfurt? I was at the harbour. It was cold.')],
    '',
  ],
])('the quote is %s', async (_, content, cited, quote) => {
  expect(await evidenceFor(content, cited)).toEqual([
    expect.objectContaining({ messages: cited.map(({ number }) => number), quote }),
  ]);
});
