import { expect, it, onTestFinished } from 'vitest';
import { makeTinyModel } from '../testing/tiny-model.ts';
import { folderOf } from './model-files.ts';
import { prepareModel } from './prepare-model.ts';
import { openSentenceModel } from './sentence-model.ts';

it('reads a text to its end: the sum of the parts that the model can take', async () => {
  const tiny = await makeTinyModel();
  onTestFinished(tiny.remove);
  await prepareModel(tiny.model, { ...tiny, onProgress() {} });
  const model = await openSentenceModel(folderOf(tiny.models, tiny.model), tiny.model);
  // 14 tokens, besides the two that stand around each part
  const [first, second] = [
    'the cat sits on a mat '.repeat(2) + 'the sea',
    'a red ship is on the old green sea of the tree house dog',
  ];
  const parts = [await model.embed(first), await model.embed(second)];
  const whole = await model.embed(`${first} ${second}`);
  expect(whole.weight).toBe(0.8);
  for (const [index, value] of whole.values.entries()) {
    expect(value).toBeCloseTo((parts[0]?.values[index] ?? 0) + (parts[1]?.values[index] ?? 0), 4);
  }
});
