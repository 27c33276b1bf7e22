import { expect, it } from 'vitest';
import { resolveOptions } from '../options.ts';
import type { Topic } from '../store/topics.ts';
import { fakeModel, workOn } from './focus.fixture.ts';
import type { Placed } from './place-without-model.ts';
import type { Step } from './read-step.ts';
import { tagStep } from './tag-step.ts';
import { makeTopic } from './topic.fixture.ts';

const levels = 'src/gauges/levels.ts';
const invoices = 'src/billing/invoice.ts';

it('a turn asks the model once, unless its work moves to another folder', async () => {
  const { tag, asked } = tagging();
  const turn = (files: string[], reply = '') =>
    tag(workOn(files, { userMessage: 'fix the thresholds', reply }));
  expect(await turn([levels])).toMatchObject({ topic: 'topic-1' });
  expect(await turn([levels, 'src/gauges/rounding.ts'])).toMatchObject({
    topic: 'topic-1',
    filePaths: ['src/gauges/rounding.ts', levels],
  });
  expect(await turn([levels], 'Done.')).toMatchObject({ topic: 'topic-1' });
  expect(asked()).toBe(1);
  expect(await turn([levels, invoices])).toMatchObject({ topic: 'topic-2' });
  expect(asked()).toBe(2);
  // the next turn
  await tag(workOn([levels], { userMessage: 'and the docs?' }));
  expect(asked()).toBe(3);
});

it('a turn that began with a question is asked about again when it touches files', async () => {
  const { tag, asked } = tagging();
  await tag(workOn([], { userMessage: 'why is it slow?' }));
  await tag(workOn([], { userMessage: 'why is it slow?', reply: 'Let me look.' }));
  expect(asked()).toBe(1);
  await tag(workOn([levels], { userMessage: 'why is it slow?' }));
  expect(asked()).toBe(2);
});

it('work on the files of one topic is placed there without a model, unless that topic may get a child', async () => {
  const young = makeTopic({ topic: 'gauges', filePaths: [levels], sessionCount: 1 });
  const { tag, asked } = tagging([young]);
  expect(await tag(workOn([levels]))).toMatchObject({ topic: 'gauges', filePaths: [levels] });
  expect(asked()).toBe(0);
  await tag(workOn([levels, invoices], { userMessage: 'both' }));
  expect(asked()).toBe(1);
  for (const topics of [
    [{ ...young, sessionCount: 3 }],
    [young, makeTopic({ topic: 'rivers', filePaths: [levels] })],
  ]) {
    const other = tagging(topics);
    await other.tag(workOn([levels]));
    expect(other.asked()).toBe(1);
  }
});

/** Tags the steps of sessions; the model names topic-1, topic-2 and so on. */
function tagging(topics: Topic[] = []) {
  let count = 0;
  const model = fakeModel(() => ({ topic: `topic-${(count += 1)}`, file_paths: [], directories: [] }));
  const dependencies = {
    model,
    options: resolveOptions(),
    placed: new Map<string, Placed>(),
    listTopics: async () => topics,
    noteUsage: () => {},
  };
  return { tag: (step: Step) => tagStep(dependencies, step), asked: () => model.requests.length };
}
