import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hang, scriptedChatModel, type ScriptedReply } from '../../testing/scripted-chat-model.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { MemoryError } from '../errors.ts';
import type { Memory } from '../memory.ts';
import type { EmbeddingModel } from '../ports.ts';
import { openWorld, project } from '../../testing/open-world.ts';
import { decided, foundMemory } from '../../testing/model-answers.ts';

const content = 'The staging database of TaskForge listens on port 6544';

const world = openWorld();

const found: ScriptedReply = {
  memories: [foundMemory(content, [1], { namespace: 'devai/project/taskforge/databases' })],
};
const update = decided(['update', 1]);
const whole = JSON.stringify(found);

const failing: EmbeddingModel = {
  ...createOfflineEmbedder(),
  embed: () => Promise.reject(new MemoryError('embedding_failed', 'the service is away')),
};
describe('while the model refuses', () => {
  const stated = 'We decided to use Postgres instead of MySQL because the team knows it.';
  const refusal = new MemoryError('model_refused', 'the account is closed');

  it('rules extract what they can, once, and the model reads the messages when it is back', async () => {
    const refused = await open([refusal, refusal]);
    const session = await world.say([stated], { by: refused });
    await refused.sessions.end(session, { now: true });
    await refused.jobs.drain();
    const [byRules, ...others] = await refused.memories.list();
    expect(byRules?.content).toContain('Postgres instead of MySQL');
    expect(others).toEqual([]);
    expect(await refused.sessions.get(session)).toMatchObject({ extractedThrough: 0 });
    await refused.jobs.retryFailed();
    await refused.jobs.drain();
    const jobs = await refused.jobs.list();
    expect(jobs).toHaveLength(2);
    // said as "from a …"
    expect(jobs.find(({ kind }) => kind === 'deduplicate')?.result).toMatchObject({
      from: 'session, by rules while the model is down',
    });

    const same = { memories: [foundMemory('The team decided to use Postgres instead of MySQL', [1])] };
    const back = await open([same, decided(['noop', 1])]);
    await back.jobs.retryFailed();
    await back.jobs.drain();
    expect(await back.jobs.list({ status: 'done' })).toHaveLength(2);
    expect(await back.memories.list()).toMatchObject([{ id: byRules?.id }]);
    expect(await back.sessions.get(session)).toMatchObject({ extractedThrough: 1 });
  });

  it('rules also extract what is said later, while their first results still wait for vectors', async () => {
    const refused = await open([refusal, refusal], failing);
    const id = randomUUID();
    for (const said of [stated, 'I prefer tabs over spaces in Go']) {
      await world.say([said], { id, by: refused });
      await refused.sessions.end(id, { now: true });
      await refused.jobs.retryFailed();
      await refused.jobs.drain();
    }
    const sound = await open([refusal]);
    await sound.jobs.retryFailed();
    await sound.jobs.drain();
    const contents = (await sound.memories.list()).map((one) => one.content).join();
    expect(contents).toContain('Postgres instead of MySQL');
    expect(contents).toContain('tabs over spaces');
  });
});

describe('an extraction that is finished when its deduplication fails', () => {
  it('is paid for again only for what was said since', async () => {
    const faulty = await open([found], failing);
    const session = await correct(faulty);
    await faulty.jobs.drain();
    await world.say(['And the port of production is 6545'], { id: session, by: faulty });
    const model = scriptedChatModel([{ memories: [] }]);
    const sound = await open([], undefined, model);
    await sound.jobs.retryFailed();
    await sound.jobs.drain();
    const [request, ...others] = model.requests;
    expect(others).toHaveLength(0);
    const [, transcript = ''] = request?.messages.at(-1)?.content.split('# Transcript') ?? [];
    expect(transcript).toContain('6545');
    expect(transcript).not.toContain('6544');
    expect(await sound.memories.list()).toMatchObject([{ content }]);
    expect(await sound.sessions.get(session)).toMatchObject({ extractedThrough: 4 });
  });

  it('is repeated when a message was forgotten since', async () => {
    const faulty = await open([found], failing);
    const session = await correct(faulty);
    await faulty.jobs.drain();
    const mark = { memoryId: randomUUID(), kind: 'forgotten', part: null };
    await world.query('update devai_messages set marks = $1 where session_id = $2 and number = 1', [
      JSON.stringify([mark]),
      session,
    ]);
    const model = scriptedChatModel([{ memories: [] }]);
    const sound = await open([], undefined, model);
    await sound.jobs.retryFailed();
    await sound.jobs.drain();
    expect(model.requests).toHaveLength(1);
    expect(await sound.memories.list()).toEqual([]);
  });
});

/** The extraction itself fails. */
const unfinished: Case[] = [
  ['is empty, twice', ['', '']],
  ['is cut in the middle, twice', [whole.slice(0, 150), whole.slice(0, 60)]],
  ['has another form, twice', ['{"memories": {"content": "x"}}', '{}']],
  ['has a list that only a repair would empty, twice', ['{"memories": [}', '{"memories": [...]}']],
  ['is prose, twice', ['I found one memory.', 'Really.']],
  ['never comes', [hang]],
  ['never comes when asked again', ['{', hang]],
  ['is an error of the provider', [new MemoryError('model_failed', '503')]],
];
/** What comes after it fails; the next try does not pay for the extraction again. */
const finished: Case[] = [
  ['has no decision, twice', [found, '{"decisions": []}', '']],
  ['has no list of decisions, twice', [found, '{"decisions": "update"}', '{}']],
  ['never comes with the decisions', [found, hang]],
  ['comes without vectors', [found], failing],
];
const cases = [
  ...unfinished.map(([what, answers, embeddings]) => ({ what, answers, embeddings, again: [found, update] })),
  ...finished.map(([what, answers, embeddings]) => ({ what, answers, embeddings, again: [update] })),
];

describe('nothing is lost or half done when the answer', () => {
  it.each(cases)('$what', async ({ answers, embeddings, again }) => {
    const before = await open([]);
    const { memory: old } = await before.remember({
      content: 'The staging database of TaskForge listens on port 6543',
      project,
    });
    await before.jobs.drain();

    const faulty = await open(answers, embeddings);
    const session = await correct(faulty);
    await faulty.jobs.drain();
    const [failed] = await faulty.jobs.list({ status: 'waiting' });
    expect(failed).toMatchObject({ kind: 'extract', key: session, attempts: 1, result: null });
    expect(failed?.error).toBeTruthy();
    expect(await faulty.sessions.get(session)).toMatchObject({ extractedThrough: 0 });
    expect(await faulty.memories.list({ includeInvalid: true })).toMatchObject([
      { id: old.id, isValid: true },
    ]);
    expect((await faulty.memories.history(old.id)).map(({ action }) => action)).toEqual(['added']);

    const sound = await open(again);
    await sound.jobs.retry(failed?.id ?? '');
    await sound.jobs.drain();
    expect(await sound.jobs.get(failed?.id ?? '')).toMatchObject({ status: 'done', attempts: 1 });
    expect(await sound.memories.list()).toMatchObject([{ content }]);
    expect(await sound.memories.get(old.id)).toMatchObject({ isValid: false });
    expect(await sound.sessions.get(session)).toMatchObject({ extractedThrough: 3 });
  });
});

function open(
  answers: ScriptedReply[],
  embeddings: EmbeddingModel = createOfflineEmbedder(),
  model = scriptedChatModel(answers),
): Promise<Memory> {
  return world.openMemory({
    embeddings,
    models: { small: model },
    options: { extraction: { timeout: 100, every: 0 }, dedup: { timeout: 100 } },
  });
}

/** A session that corrects what was said before, ended. */
async function correct(memory: Memory): Promise<string> {
  const id = await world.say(['The staging database listens on port 6544 now', 'Thank you', 'That is all'], {
    by: memory,
  });
  await memory.sessions.end(id, { now: true });
  return id;
}

type Case = [what: string, answers: ScriptedReply[], embeddings?: EmbeddingModel];
