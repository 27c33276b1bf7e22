import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { locomo } from './data.fixture.ts';
import { models, openEval } from './open-eval.fixture.ts';
import { questionOf } from './scripted-models.fixture.ts';

const world = openEval();
const nobody = { OPENAI_BASE_URL: '', OPENAI_API_KEY: '' };

beforeEach(() => {
  world.write(locomo);
  world.model().replyWith(models);
});

describe('a plan', () => {
  it('counts questions, tokens and costs, and sends nothing', async () => {
    const { code, text } = await world.evaluate([]);
    expect(code).toBe(0);
    expect(world.model().requests).toEqual([]);
    expect(text).toContain(
      'data (LoCoMo): 1 conversation, questions: adversarial 1, multi-hop 1, open-domain 1, single-hop 1, temporal 1\n',
    );
    expect(text).toMatch(
      /5 questions about \d+ tokens of conversation; left: 1 conversation to tell, 15 replies, 15 verdicts/,
    );
    expect(text).toMatch(/answers with memory +gpt-5.5 +5 +[\d,]+ +500 +\$\d\.\d\d/);
    expect(text).toContain('Nothing was sent. Add --live to run it.');
  });

  it('needs no key, and says so; a run does', async () => {
    const { text } = await world.evaluate([], nobody);
    expect(text).toContain("No key is set: the figures are those of OpenAI's default models.");
    await expect(world.evaluate(['--live'], nobody)).rejects.toMatchObject({ code: 'no_model' });
  });

  it('is shown before a run, which needs a yes', async () => {
    await expect(world.evaluate(['--live'])).rejects.toMatchObject({
      code: 'not_confirmed',
      message: expect.stringMatching(/^nothing was sent: add --yes to spend this \(about \$\d\.\d\d\)$/),
    });
    expect(world.model().requests).toEqual([]);
    // nothing has begun yet, so the settings may change
    await expect(world.evaluate(['--live'], { OPENAI_CHAT_MODEL: 'glm-5.2' })).rejects.toMatchObject({
      code: 'not_confirmed',
    });
  });
});

describe('a run', () => {
  it('answers with memory, with the conversation and with BM25, judges, and counts', async () => {
    const { code, results, right, row } = await world.run();
    expect(code).toBe(0);
    expect(right('all')).toEqual({ memory: [4, 5], conversation: [4, 5], bm25: [4, 5] });
    expect(right('adversarial')).toEqual({ memory: [1, 1], conversation: [1, 1], bm25: [1, 1] });
    expect(right('open-domain')).toEqual({ memory: [0, 1], conversation: [0, 1], bm25: [0, 1] });
    expect(results).toMatchObject({ missing: 0, failures: [], givenUp: 0, cut: { questions: 0 } });
    expect(row('answerable', 'conversation')).toMatchObject({ n: 4, evidence: 1 });
    expect(row('single-hop', 'memory')).toMatchObject({ evidence: 1 });
    expect(row('single-hop', 'bm25')).toMatchObject({ evidence: 1 });
    expect(row('adversarial', 'memory')).toMatchObject({ evidence: null });
    const used = results.usage.map((one) => [one.for, one.requests]);
    expect(used).toEqual(
      expect.arrayContaining([
        ['memory', 5],
        ['conversation', 5],
        ['bm25', 5],
        ['judge', 5],
      ]),
    );
    expect(results.cost).toBeGreaterThan(0);
    const written: unknown = JSON.parse(
      readFileSync(join(world.folder(), 'answers', 'results.json'), 'utf8'),
    );
    expect(written).toEqual(results);
  });

  it('asks in the product’s context, on the day of the question', async () => {
    await world.run(['--only', 'single-hop', '--parallel', '1']);
    const [withMemory, conversation, bm25] = world.requestsFor('answer').map((one) => JSON.stringify(one));
    expect(withMemory).toContain('## Relevant Memories');
    // with its day, since it is older than a month when the question is asked
    expect(withMemory).toMatch(/- \(2023-05-02\) [^\n]*I bought a red kayak in Leeds/);
    expect(withMemory).not.toContain('goat');
    expect(conversation).toContain('(2023-05-02 14:10) user: Bert: Lovely! My goat Olga has a fever.');
    expect(bm25).toContain('(2023-05-02 14:10) user: Ada: Hello Bert!');
    expect(bm25).not.toContain('thistles');
    for (const request of [withMemory, conversation, bm25]) {
      expect(request).toContain('Today is Friday, 2 June 2023 (UTC).');
      expect(request).toContain('Never guess.');
    }
    // the model reads each session at its own time
    expect(JSON.stringify(world.requestsFor('memories'))).toContain(
      'In UTC it is Tuesday, 2 May 2023 at 14:20.',
    );
  });

  it('goes on where it was, asks nothing twice, and takes a larger sample', async () => {
    await world.run(['--sample', '2']);
    const before = world.model().chatRequests().length;
    expect(world.requestsFor('answer')).toHaveLength(6);
    await world.run(['--sample', '2']);
    expect(world.model().chatRequests().length).toBe(before);
    const { row } = await world.run(['--sample', '4']);
    expect(row('all', 'memory')).toMatchObject({ n: 4 });
    expect(world.requestsFor('answer')).toHaveLength(12);
    // the conversation was not told again
    expect(world.requestsFor('memories')).toHaveLength(2);
  });

  it('is refused while another one uses the folder, and with other settings', async () => {
    const first = world.run(['--sample', '1']);
    await expect.poll(() => world.model().chatRequests().length).toBeGreaterThan(0);
    await expect(world.run(['--sample', '1'])).rejects.toMatchObject({ code: 'out_in_use' });
    expect((await first).code).toBe(0);
    await expect(world.run([], { OPENAI_CHAT_MODEL: 'other' })).rejects.toMatchObject({
      code: 'other_run',
      message: expect.stringContaining('chat was "gpt-5.5", is "other"'),
    });
    world.write([{ ...locomo[0], sample_id: 'conv-2' }]);
    await expect(world.run()).rejects.toMatchObject({ code: 'other_run' });
  });
});

describe('a model that fails', () => {
  it.each([429, 500])('is asked again after %i', async (status) => {
    const failed = new Set<string>();
    world.model().replyWith((request) => {
      const key = questionOf(request.body);
      if (failed.has(key)) return models(request);
      failed.add(key);
      return { status, headers: { 'retry-after': '0' } };
    });
    const { code, right } = await world.run();
    expect(code).toBe(0);
    expect(right('all')).toMatchObject({ memory: [4, 5] });
  });
});
