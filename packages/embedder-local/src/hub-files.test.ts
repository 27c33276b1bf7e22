import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { startLoopbackHub, type LoopbackHub } from '../testing/loopback-hub.ts';
import { makeTinyModel, type TinyModel } from '../testing/tiny-model.ts';
import { createLocalModel, type LocalModel } from './local-model.ts';
import { folderOf } from './model-files.ts';
import type { KnownModel } from './models.ts';

let tiny: TinyModel;
let hub: LoopbackHub;
let known: KnownModel;
let model: LocalModel;
let folder: string;
let progress: string[];
beforeEach(async () => {
  tiny = await makeTinyModel();
  hub = await startLoopbackHub(tiny.files);
  known = { ...tiny.model, source: { repository: 'org/tiny' } };
  folder = folderOf(tiny.models, known);
  progress = [];
  model = openModel();
});

it('fetches its files at the first text, and fails until they are there', async () => {
  await model.prepare();
  expect(hub.asked).toEqual([]);
  await expect(embed()).rejects.toThrow('the model tiny is being fetched');
  await embedded().toBe(16);
  expect(model.notice()).toBeNull();
  expect(hub.asked.map((path) => path.replace(/.*\//, '')).toSorted()).toEqual([
    'model.onnx',
    'tokenizer.json',
    'tokenizer_config.json',
  ]);
  expect(progress.at(-1)).toMatch(/tokenizer_config\.json 100 % of 0 MB$/);
  // and never again
  await model.close();
  expect(await openModel('http://127.0.0.1:1').embed(['the cat'])).toHaveLength(1);
});

it('continues where a transfer was cut', async () => {
  hub.cutAfter(1_000);
  await expect(embed()).rejects.toThrow('is being fetched');
  await expect.poll(() => model.notice()).toMatch(/cannot be fetched .*tried again at the next text/);
  expect((await stat(join(folder, 'model.onnx.part'))).size).toBe(1_000);
  expect(await readdir(folder)).toEqual(['model.onnx.part']);
  hub.cutAfter(null);
  await embedded().toBe(16);
  const network = '/org/tiny/resolve/1/model.onnx';
  expect(hub.asked.filter((path) => path.startsWith(network))).toEqual([network, `${network} bytes=1000-`]);
  expect(model.notice()).toBeNull();
});

it('keeps nothing of a file with the wrong hash', async () => {
  known = { ...known, files: { ...known.files, network: { name: 'model.onnx', sha256: 'other' } } };
  model = openModel();
  await expect(embed()).rejects.toThrow('is being fetched');
  await expect.poll(() => model.notice()).toMatch(/model\.onnx is not the expected file/);
  expect(await readdir(folder)).toEqual([]);
});

it('reports the hub’s answer, or that it is unreachable', async () => {
  known = { ...known, revision: 'unknown' };
  model = openModel();
  await expect(embed()).rejects.toThrow();
  await expect.poll(() => model.notice()).toMatch(/resolve\/unknown\/model\.onnx answered 404/);
  model = openModel('http://127.0.0.1:1');
  await expect(embed()).rejects.toThrow();
  await expect.poll(() => model.notice()).toMatch(/fetch failed: .*EMBEDDINGS_MODEL_URL/);
});

it('needs no network if the folder was filled by hand', async () => {
  for (const { name } of Object.values(known.files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), tiny.files[name] ?? '');
  }
  expect(await embed()).toBe(16);
  expect(hub.asked).toEqual([]);
  expect(await readFile(join(folder, 'model.onnx'))).toEqual(tiny.files['model.onnx']);
});

it('keeps a file that was fetched whole but not yet renamed', async () => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'model.onnx.part'), tiny.files['model.onnx'] ?? '');
  await embedded().toBe(16);
});

function openModel(url = hub.url): LocalModel {
  const opened = createLocalModel({
    model: known,
    models: tiny.models,
    hub: url,
    onProgress: (text) => progress.push(text),
  });
  onTestFinished(() => opened.close());
  return opened;
}

async function embed(): Promise<number> {
  return (await model.embed(['the cat']))[0]?.values.length ?? 0;
}

function embedded() {
  return expect.poll(() => embed().catch((error: unknown) => String(error)));
}
