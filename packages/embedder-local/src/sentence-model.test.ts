import { expect, it } from 'vitest';
import { makeTinyModel } from '../testing/tiny-model.ts';
import { createLocalModel } from './local-model.ts';
import { folderOf } from './model-files.ts';
import type { KnownModel } from './models.ts';
import { openSentenceModel } from './sentence-model.ts';

it('reads a text to its end, as the sum of parts that fit the model', async () => {
  const model = await openTiny();
  // 14 tokens, in addition to the two around each part
  const [first, second] = [
    'the cat sits on a mat the cat sits on a mat the sea',
    'a red ship is on the old green sea of the tree house dog',
  ];
  const parts = [await model.embed(first), await model.embed(second)];
  const whole = await model.embed(`${first} ${second}`);
  expect(whole.weight).toBe(0.8);
  for (const [index, value] of whole.values.entries()) {
    expect(value).toBeCloseTo((parts[0]?.values[index] ?? 0) + (parts[1]?.values[index] ?? 0), 4);
  }
});

it('has the same weight in every text when it knows every language', async () => {
  const model = await openTiny({ weight: 0.6 });
  expect((await model.embed('ฐานข้อมูล')).weight).toBe(0.6);
});

async function openTiny(changes: Partial<KnownModel> = {}) {
  const tiny = await makeTinyModel();
  const model = { ...tiny.model, ...changes };
  await createLocalModel({ ...tiny, hub: '', onProgress() {} }).prepare();
  return openSentenceModel(folderOf(tiny.models, model), model);
}
