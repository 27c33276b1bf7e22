import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../packages/memory/testing/temporary-folder.ts';
import { keepMeanings } from './kept-meanings.ts';

it('computes each text once, in one process or another, and keeps weight and values', async () => {
  const asked: string[][] = [];
  const folder = await temporaryFolder();
  const first = await open(folder, asked).embed(['one', 'two', 'one']);
  const again = await open(folder, asked).embed(['three', 'two']);
  expect(asked).toEqual([['one', 'two'], ['three']]);
  expect(first.map(({ weight }) => weight)).toEqual([0.25, 0.25, 0.25]);
  expect(first.map(({ values }) => Array.from(values))).toEqual([
    [3, 0.5],
    [3, 0.5],
    [3, 0.5],
  ]);
  expect(Array.from(again[0]?.values ?? [])).toEqual([5, 0.5]);
});

it('keeps the vectors of two models apart', async () => {
  const asked: string[][] = [];
  const folder = await temporaryFolder();
  await open(folder, asked).embed(['apart']);
  await open(folder, asked, 'other').embed(['apart']);
  expect(asked).toEqual([['apart'], ['apart']]);
});

function open(folder: string, asked: string[][], id = 'model') {
  const embed = async (texts: string[]) => {
    asked.push(texts);
    return texts.map((text) => ({ values: [text.length, 0.5], weight: 0.25 }));
  };
  const model = keepMeanings({ id, embed }, join(folder, 'kept', 'meanings.sqlite'));
  onTestFinished(() => model.end());
  return model;
}
