import { expect, it } from 'vitest';
import { joinLines } from './join-lines.ts';

it('joins lines to paragraphs, including hyphenated words and scripts without spaces', () => {
  const lines = page(['The ware-', 'house is in', 'Leeds.', 'สวัสดี', 'ครับ', '• one', '• two']);
  expect(joinLines(lines)).toBe('The warehouse is in Leeds. สวัสดีครับ\n\n• one\n\n• two');
});

it('joins the lines of a page in time proportional to their number', () => {
  const lines = page(Array.from({ length: 60_000 }, (_, index) => `line ${index} of a page with many words`));
  expect(joinLines(lines).split(' of a page')).toHaveLength(60_001);
});

function page(texts: string[]) {
  return texts.map((text, index) => ({ text, y: 10 * (texts.length - index), height: 8 }));
}
