import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { compiledModules, shortLived } from '@devai/memory/testing';
import { locomo, longMemEval } from './data.fixture.ts';
import { ways } from './contexts.ts';
import { models, openEval } from './open-eval.fixture.ts';
import type { Results } from './render-answers.ts';
import { purposeOf, questionOf } from './scripted-models.fixture.ts';

const world = openEval();

beforeEach(() => {
  world.write(locomo);
  world.model().replyWith(models);
});

it('a run whose process is killed is gone on with, and asks again only what was under way', async () => {
  const kills: [purpose: string, requests: number][] = [
    ['memories', 2],
    ['answer', 4],
    ['verdict', 3],
  ];
  for (const [purpose, requests] of kills) {
    world
      .model()
      .replyWith((request) =>
        purposeOf(request.body) === purpose && world.requestsFor(purpose).length === requests
          ? { hang: true }
          : models(request),
      );
    const child = start('--parallel', '1');
    await expect.poll(() => world.requestsFor(purpose).length, { interval: 5 }).toBe(requests);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  world.model().replyWith(models);
  const { code, output } = await ended(start('--parallel', '1'));
  expect(code).toBe(0);
  const results: Results = JSON.parse(output);
  expect(results).toMatchObject({ missing: 0, failures: [], givenUp: 0 });
  const all = results.rows.filter(({ category }) => category === 'all');
  expect(all.map(({ n, right }) => [n, right])).toEqual(ways.map(() => [5, 4]));
  // whenever it was asked, all was extracted, at its own time
  const withMemory = world
    .requestsFor('answer')
    .filter((one) => questionOf(one).startsWith('Where did Ada'))
    .map(
      (one) =>
        JSON.stringify(one)
          .split('## Relevant Memories')[1]
          ?.split(String.raw`\n## `)[0],
    );
  expect(withMemory.filter((block) => block?.includes('sold the kayak'))).toHaveLength(1);
  expect(JSON.stringify(world.requestsFor('memories').at(-1))).toMatch(
    /In UTC it is Thursday,? 1 June 2023 at 00:1/,
  );
  // the three ways have the same replies, which are judged once
  expect(['memories', 'answer', 'verdict'].map((purpose) => world.requestsFor(purpose).length)).toEqual([
    2 + 1,
    15 + 1,
    5 + 1,
  ]);
});

it('a second process on the same folder is refused with a code', async () => {
  const secondEnded = Promise.withResolvers<void>();
  world.model().replyWith(async (request) => {
    await secondEnded.promise;
    return models(request);
  });
  const first = start();
  await expect.poll(() => world.model().chatRequests().length, { interval: 5 }).toBeGreaterThan(0);
  const second = await ended(start());
  secondEnded.resolve();
  expect(second).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/^error \(out_in_use\): another run uses /),
  });
  expect((await ended(first)).code).toBe(0);
});

it.each([
  [['--help'], 0, /^pnpm eval answers --data FOLDER/, /^$/],
  [[], 2, /^$/, /^error \(wrong_options\): --data: needs the folder/],
  [['--data', 'nowhere'], 2, /^$/, /^error \(no_data\): nowhere does not exist/],
  [['--data', '.', '--sample', 'x'], 2, /^$/, /^error \(wrong_options\): --sample: needs a whole number/],
  [['--data', '.', '--fast'], 2, /^$/, /^error \(wrong_options\): .*--fast.*; --help lists them/],
])('%j ends with %i and says why', async (words, code, output, errors) => {
  const outcome = await ended(startWith(words));
  expect(outcome).toEqual({
    code,
    output: expect.stringMatching(output),
    errors: expect.stringMatching(errors),
  });
});

describe('a report', () => {
  it('has tables, the prompts and what it cost', async () => {
    const { text: told } = await world.evaluate(['--live', '--yes', '--markdown']);
    expect(told).toMatch(/\| single-hop \| memory \| 1 \| 100\.0 % \| 20\.7 to 100\.0 \| \d+ \| 100\.0 % \|/);
    expect(told).toContain('The judge is asked (abstention):');
    expect(told).toContain('The whole conversation had room in every request.');
    expect(told).toMatch(/\| judge \| \S+ \| 5 \|.*\$\d/);
  });

  it('of LongMemEval has abstentions and preferences by their own rules; a store that is done is removed', async () => {
    world.write(longMemEval);
    const { code, output } = await ended(start());
    expect(code).toBe(0);
    const results: Results = JSON.parse(output);
    const right = results.rows.filter(({ category }) => category === 'all');
    expect(right.map(({ way, right: count, n }) => [way, count, n])).toEqual([
      ['memory', 2, 3],
      ['conversation', 3, 3],
      ['bm25', 2, 3],
    ]);
    const rubric = world
      .requestsFor('verdict')
      .filter((one) => JSON.stringify(one).includes('What shall I drink'));
    expect(JSON.stringify(rubric)).toContain('describes what a good reply takes into account');
    expect(existsSync(join(world.folder(), 'answers', 'stores', 'data%2Fq-lamp'))).toBe(false);
  });
});

it('records lose the half line of a killed process, and a damaged one is named', async () => {
  await world.run(['--sample', '1']);
  const path = join(world.folder(), 'answers', 'answers.jsonl');
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, `${whole}{"kind":"answer","hist`);
  await world.run(['--sample', '1']);
  expect(readFileSync(path, 'utf8')).toBe(whole);
  writeFileSync(path, `${whole}{"kind":"answer"}\n`);
  await expect(world.run()).rejects.toMatchObject({ code: 'damaged_records' });
});

it('the conversation is cut from its beginning to what the model takes', async () => {
  const [sample] = locomo;
  const chapters = Array.from({ length: 80 }, (_, index) => ({
    ...{ speaker: 'Bert', dia_id: `D1:${index + 10}` },
    text: `Chapter ${index}: ${'the sea was calm and the ferry late. '.repeat(20)}`,
  }));
  const conversation = {
    ...sample?.conversation,
    session_1: [...(sample?.conversation.session_1 ?? []), ...chapters],
  };
  world.write([{ ...sample, conversation }]);
  const { results, row } = await world.run(['--only', 'single-hop'], { OPENAI_CONTEXT_WINDOW: '12000' });
  expect(results.cut.questions).toBe(1);
  expect(results.cut.most).toBeGreaterThan(10);
  expect(row('single-hop', 'conversation')).toMatchObject({ right: 0, evidence: 0 });
  expect(row('single-hop', 'conversation').tokens).toBeGreaterThan(9_000);
  expect(row('single-hop', 'conversation').tokens).toBeLessThanOrEqual(10_200);

  // a model that counts more tokens says so
  world
    .model()
    .replyWith((request) =>
      purposeOf(request.body) === 'answer' && JSON.stringify(request.body).length > 30_000
        ? { status: 400, message: "This model's maximum context length is 6000 tokens." }
        : models(request),
    );
  const again = await world.run(['--only', 'temporal'], { OPENAI_CONTEXT_WINDOW: '12000' });
  expect(again.code).toBe(0);
  expect(again.row('temporal', 'conversation').tokens).toBeLessThan(8_200);
});

describe('models that fail', () => {
  it('leave a question for the next run when they keep failing for it', async () => {
    world
      .model()
      .replyWith((request) =>
        purposeOf(request.body) === 'answer' && questionOf(request.body).includes('goat')
          ? { status: 500 }
          : models(request),
      );
    const first = await world.run();
    expect(first.code).toBe(1);
    expect(first.results.failures.map(({ question, code }) => [question, code])).toEqual(
      Array.from({ length: 3 }, () => ['q2', 'model_failed']),
    );
    expect(first.row('all', 'memory')).toMatchObject({ n: 4 });
    world.model().replyWith(models);
    const before = world.requestsFor('answer').length;
    expect((await world.run()).code).toBe(0);
    expect(world.requestsFor('answer').length - before).toBe(3);
  });

  it('stop the run when nothing works any more, and at once when the key is refused', async () => {
    const refuse = (status: number) =>
      world
        .model()
        .replyWith((request) => (purposeOf(request.body) === 'answer' ? { status } : models(request)));
    refuse(503);
    await expect(world.run()).rejects.toMatchObject({ code: 'model_keeps_failing' });
    refuse(401);
    const before = world.model().chatRequests().length;
    await expect(world.run(['--parallel', '1'])).rejects.toMatchObject({ code: 'access_refused' });
    expect(world.model().chatRequests().length - before).toBe(1);
  });

  it('stop it when they cannot extract, and it goes on with what is missing', async () => {
    world
      .model()
      .replyWith((request) => (purposeOf(request.body) === 'memories' ? { status: 500 } : models(request)));
    await expect(world.run()).rejects.toMatchObject({
      code: 'ingestion_failed',
      message: expect.stringMatching(/^conv-1: extract: /),
    });
    expect(world.requestsFor('answer')).toEqual([]);
    world.model().replyWith(models);
    expect((await world.run()).right('all')).toMatchObject({ memory: [4, 5] });
  });

  it('and never extract in a usable form cost memory what they would have found, which is said', async () => {
    world
      .model()
      .replyWith((request) =>
        purposeOf(request.body) === 'memories' ? 'Nothing much was said.' : models(request),
      );
    const { code, results } = await world.run();
    expect([code, results.givenUp]).toEqual([0, 2]);
    const { text: told } = await world.evaluate(['--live', '--yes']);
    expect(told).toContain('2 extractions given up');
  });

  it('may judge in other words, and are asked again when they do not judge', async () => {
    let judged = 0;
    world.model().replyWith((request) => {
      if (purposeOf(request.body) !== 'verdict') return models(request);
      judged += 1;
      if (judged % 2 === 1) return 'Let me think about that.';
      return String(models(request)).includes('true') ? 'Verdict: **Correct**' : '```\nWRONG\n```';
    });
    const { right } = await world.run(['--parallel', '1']);
    expect(right('all')).toEqual({ memory: [4, 5], conversation: [4, 5], bm25: [4, 5] });
    expect(judged).toBe(10);
  });

  it('and never judge leave the replies, which are not asked for again', async () => {
    world.model().replyWith((request) => (purposeOf(request.body) === 'verdict' ? 'Hm.' : models(request)));
    const { code, results } = await world.run(['--sample', '1']);
    expect([code, results.missing]).toEqual([1, 3]);
    expect(results.failures[0]).toMatchObject({ code: 'malformed_answer' });
    world.model().replyWith(models);
    const before = world.requestsFor('answer').length;
    expect((await world.run(['--sample', '1'])).code).toBe(0);
    expect(world.requestsFor('answer').length).toBe(before);
  });
});

const start = (...words: string[]): ChildProcess =>
  startWith(['--data', world.path(), '--live', '--yes', '--json', ...words]);

function startWith(words: string[]): ChildProcess {
  const script = join(import.meta.dirname, '..', 'answers.ts');
  return spawn(process.execPath, [...shortLived, script, ...words], {
    cwd: world.folder(),
    env: { PATH: process.env['PATH'], ...compiledModules, ...world.environment() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string; errors: string }> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the process has no output');
  const exit = once(child, 'exit');
  const [output, errors] = await Promise.all([text(stdout), text(stderr)]);
  await exit;
  return { code: child.exitCode, output, errors };
}
