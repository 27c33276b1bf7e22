import { expect, it } from 'vitest';
import { fittingSentence } from './fitting-sentence.ts';

const found = (passage: string, about: string): string | null => {
  const place = fittingSentence(passage, about);
  return place && passage.slice(place.from, place.to);
};

it.each([
  [
    'Tents are rented by the day. A tent is brought back dry. The till closes at 8 in the evening.',
    'When does the till close? At 8.',
    'The till closes at 8 in the evening.',
  ],
  ['帐篷按天出租。收银台晚上八点关门。', '收银台什么时候关门?', '收银台晚上八点关门。'],
  [
    'The shop is here. The shop is red. The shop sells boats.',
    'Does the shop sell boats?',
    'The shop sells boats.',
  ],
  ['One sentence about a till.', 'till', null],
  ['Nothing here. Nor here.', 'zebra', null],
])('of %j, what fits %j is %j', (passage, about, sentence) => {
  expect(found(passage, about)).toBe(sentence);
});
