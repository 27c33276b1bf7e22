import { expect, it } from 'vitest';
import { frequentWordsOf } from './frequent-words.ts';

it.each([
  ['¿Cuándo fue la guerra de los Balcanes?', ['la', 'de', 'los'], ['guerra', 'balcanes']],
  ['Когда была построена башня в Казани?', ['в'], ['башня', 'казани']],
  ['متى بنيت القلعة في حلب؟', ['في'], ['القلعه', 'حلب']],
  ['Quelle est la capitale des Inuits?', ['est', 'la', 'des'], ['capitale', 'inuits']],
  ['Where is page_size read from user_id?', ['where', 'from'], ['page_size', 'user_id']],
  ['Where does Lena keep the spare key?', ['does', 'the'], ['lena', 'spare']],
])('%s', (text, frequent, rare) => {
  const words = frequentWordsOf(text);
  expect(words).toEqual(expect.arrayContaining(frequent));
  for (const word of rare) expect(words).not.toContain(word);
});
