import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf } from './model-files.ts';
import { minilm } from './models.ts';
import { createLocalModel } from './local-model.ts';
import { openSentenceModel } from './sentence-model.ts';

// converted again, because the hash of the result is fixed in the source
const models = await mkdtemp(join(tmpdir(), 'devai-minilm-'));
afterAll(() => rm(models, { recursive: true }));
let model: Awaited<ReturnType<typeof openSentenceModel>>;
beforeAll(async () => {
  await createLocalModel({ model: minilm, models, hub: '', onProgress() {} }).prepare();
  model = await openSentenceModel(folderOf(models, minilm), minilm);
});

// figures from the documentation of the model's publisher
it.each([
  ['That is a happy dog', 0.695],
  ['That is a very happy person', 0.943],
  ['Today is a sunny day', 0.257],
])('"That is a happy person" and %j are as similar as in the original', async (text, expected) => {
  expect(Math.abs((await similarity('That is a happy person', text)) - expected)).toBeLessThan(0.03);
});

it('finds the meant text among others that share a word', async () => {
  const question = 'How do people log in to the task service?';
  const meant = await similarity(question, 'Users authenticate against task-api with JWT');
  expect(meant).toBeGreaterThan(await similarity(question, 'The service people meet in Berlin'));
});

it('has no say in a language that it does not know', async () => {
  expect((await model.embed('ฐานข้อมูลอยู่ที่พอร์ต 6543')).weight).toBe(0);
});

async function similarity(one: string, other: string): Promise<number> {
  const a = (await model.embed(one)).values;
  const b = (await model.embed(other)).values;
  const product = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return product / Math.hypot(...a) / Math.hypot(...b);
}
