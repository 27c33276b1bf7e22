import { expect, it } from 'vitest';
import { modelWeight } from './model-weight.ts';

const vocabulary = new Set('the staging database listens on port cafe'.split(' '));

it.each([
  ['The staging database listens on port 6543', 0.8],
  ['The café', 0.8],
  ['Die Datenbank lauscht on port', 0.3],
  ['database Datenban', 0.3], // 8 of 16 letters
  ['databases database port', 0.8 - 0.5 * ((0.7 - 12 / 21) / 0.2)],
  ['ฐานข้อมูลอยู่ที่พอร์ต database', 0],
  ['6543', 0],
  ['', 0],
])('%j gets %f', (text, weight) => {
  expect(modelWeight(text, vocabulary)).toBeCloseTo(weight, 9);
});
