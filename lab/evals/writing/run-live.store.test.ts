import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../../../packages/memory/testing/index.ts';
import { embeddedStores as testDatabase } from '../../../packages/memory/testing/test-pglite.ts';
import { sampleCase } from './eval-case.fixture.ts';
import type { EvalCase } from './eval-case.ts';
import { runLive, type LiveSettings } from './run-live.ts';
import { summarise, type Summary } from './summarise-results.ts';

const apiKey = 'the-key-of-the-test';

let server: ScriptedModelServer;
let root: string;
let recorded: Summary;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'recorded-calls-'));
  server = await startScriptedModelServer();
  server.replyWith(answers());
  recorded = await figures(cases, record(join(root, 'recorded')));
  await server.close();
});
afterAll(() => rm(root, { recursive: true }));

afterEach(() => vi.unstubAllEnvs());

/** A copy of the recorded calls. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'copy-'));
  await cp(join(root, 'recorded'), folder, { recursive: true });
});

describe('recorded calls of a live run', () => {
  it('give the same figures when replayed, without server and key, in any time zone', async () => {
    vi.stubEnv('TZ', 'Asia/Bangkok');
    expect(recorded.total).toMatchObject({ cases: 3, passed: 2, lost: 1 });
    expect(await replay(cases)).toEqual(recorded);
  });

  it('are one readable file each, with request, answer and usage, but without key and address', async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    expect(files).toHaveLength(4);
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    expect(texts.filter((text) => text.includes(apiKey) || text.includes(server.baseURL))).toEqual([]);
    expect(JSON.parse(texts.find((text) => text.includes('5433')) ?? '')).toMatchObject({
      request: { messages: [{ role: 'system' }, { role: 'user' }], schema: 'memories' },
      answer: { content: memoriesOf('The staging database listens on port 5433') },
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    });
  });

  it('end a replay at a case whose request has changed', async () => {
    const changed = { ...learned, sessions: missed.sessions };
    await expect(replay([missed, changed])).rejects.toThrow(
      /^learned: its request for memories was not recorded \(.*\): record anew with --live --record /,
    );
  });

  it('end a replay at a damaged file', async () => {
    const [name = ''] = await readdir(join(folder, 'learned'));
    const file = join(folder, 'learned', name);
    await writeFile(file, '{"request":');
    await expect(replay([learned])).rejects.toThrow(`learned: ${file} is damaged: record anew`);
  });

  it('replace those of an earlier run, case by case', async () => {
    const before = await readdir(join(folder, 'missed'));
    await writeFile(join(folder, 'learned', 'outdated.json'), '');
    server = await startScriptedModelServer();
    server.replyWith(() => memoriesOf());
    await figures([learned], record(folder));
    await server.close();
    expect(await readdir(join(folder, 'learned'))).toHaveLength(1);
    expect(await readdir(join(folder, 'missed'))).toEqual(before);
    expect((await replay([learned])).total.passed).toBe(0);
  });

  it('need an existing folder', async () => {
    await rm(folder, { recursive: true });
    await expect(replay(cases)).rejects.toThrow(`--replay: ${folder} is not a folder`);
  });
});

function memoriesOf(...contents: string[]) {
  return JSON.stringify({
    memories: contents.map((content) => ({ content, source: 'user_stated', evidence: [1] })),
  });
}

function record(into: string): LiveSettings {
  return {
    apiKey,
    baseURL: server.baseURL,
    model: 'small',
    recording: { mode: 'record', folder: into },
    testDatabase,
  };
}

async function figures(evalCases: EvalCase[], settings: LiveSettings) {
  return summarise('live', await runLive(evalCases, settings, () => {}));
}

function replay(evalCases: EvalCase[]) {
  return figures(evalCases, { ...nothingSet, recording: { mode: 'replay', folder }, testDatabase });
}

/** The model finds what was said, finds nothing, or finds it after the provider rejected the first call. */
function answers(): Parameters<ScriptedModelServer['replyWith']>[0] {
  let refusals = 1;
  return ({ body }) => {
    const text = JSON.stringify(body);
    if (text.includes('ready')) return 'ready';
    if (text.includes('5433')) return memoriesOf('The staging database listens on port 5433');
    if (text.includes('mail worker')) return memoriesOf();
    refusals -= 1;
    if (refusals === 0) return { status: 404, message: `the key ${apiKey} is unknown` };
    return memoriesOf('The importer reads CSV files with papaparse');
  };
}

const learned = sampleCase({
  id: 'learned',
  sessions: [{ messages: [['user', 'The staging database listens on port 5433.']] }],
  expect: { valid: [{ has: ['staging', '5433'] }] },
});

const missed = sampleCase({
  id: 'missed',
  sessions: [{ messages: [['user', 'The mail worker is written in Go.']] }],
  expect: { valid: [{ has: ['mail worker', 'Go'] }] },
});

const retried = sampleCase({
  id: 'retried',
  sessions: [{ messages: [['user', 'The importer reads CSV files with papaparse.']] }],
  expect: { valid: [{ has: ['importer', 'papaparse'] }] },
});

const cases = [learned, missed, retried];

const nothingSet = { apiKey: undefined, baseURL: undefined, model: undefined };
