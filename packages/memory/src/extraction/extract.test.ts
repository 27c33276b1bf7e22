import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hang, scriptedChatModel, type ScriptedReply } from '../../testing/scripted-chat-model.ts';
import type { ModelReply } from '../ports.ts';
import { countMessageTokens } from '../text/tokens.ts';
import type { Message } from '../store/messages.ts';
import { extract } from './extract.ts';
import type { KnownMemory } from './relate-candidates.ts';
import { assistant, conversation, toolUse, user } from './message.fixture.ts';
import { discovered, foundMemory } from '../../testing/model-answers.ts';

const now = new Date('2026-01-16T08:00:00Z');

const talk = conversation(
  user('Gestern haben wir entschieden, dass task-api auf Port 8081 läuft.'),
  assistant('Verstanden.'),
  user('Bitte bau das ein.'),
);

describe('extract', () => {
  it('asks once, shows who said what and when, and accepts the result', async () => {
    const model = scriptedChatModel([answering(memory('task-api läuft seit 2026-01-14 auf Port 8081', [1]))]);
    const replies: ModelReply[] = [];
    const { candidates, dropped } = await run(model, talk, { onReply: (reply) => replies.push(reply) });
    expect(candidates).toMatchObject([
      { content: 'task-api läuft seit 2026-01-14 auf Port 8081', trust: 'user' },
    ]);
    expect(dropped).toEqual([]);
    expect(replies).toMatchObject([
      { model: 'scripted-large', usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 10 } },
    ]);
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.schema?.name).toBe('memories');
    expect(promptOf(model)).toContain('#1 user, 2026-01-15 17:01\n Gestern haben wir');
    expect(promptOf(model)).toContain('The project is "taskforge"');
  });

  it('shows earlier messages for context, and extracts nothing from them', async () => {
    const [before, ...rest] = talk;
    const model = scriptedChatModel([answering(memory('from before', [1]), memory('from now', [3]))]);
    const { candidates, dropped } = await run(model, rest, { context: before ? [before] : [] });
    expect(promptOf(model)).toMatch(/# Before.*Gestern haben wir.*# Transcript.*Bitte bau/s);
    expect(candidates.map(({ content }) => content)).toEqual(['from now']);
    expect(dropped).toMatchObject([{ content: 'from before' }]);
  });

  it('never shows the model what memory said', async () => {
    const messages = conversation(
      user('What do I prefer?'),
      ...toolUse('c1', 'recall', { query: 'prefer' }, '- Prefers tabs, said the memory'),
      { role: 'system', content: '## Relevant Memories\n- The secret plan' },
      assistant('Tabs.'),
    );
    const model = scriptedChatModel([answering()]);
    await run(model, messages);
    expect(promptOf(model)).not.toContain('said the memory');
    expect(promptOf(model)).not.toContain('secret plan');
  });

  it('never shows what memory said to a model that gives every call the same id', async () => {
    const messages = conversation(
      user('What do I prefer, and what is in a.ts?'),
      ...toolUse('call_0', 'recall', { query: 'prefer' }, '- Prefers tabs, said the memory'),
      ...toolUse('call_0', 'read_file', { path: 'a.ts' }, 'const a = 1'),
    );
    const model = scriptedChatModel([answering()]);
    await run(model, messages);
    expect(promptOf(model)).not.toContain('said the memory');
    expect(promptOf(model)).toContain('const a = 1');
  });

  it('tells the model to file nothing under a project when the session has none', async () => {
    const model = scriptedChatModel([answering()]);
    const signal = new AbortController().signal;
    await extract({
      messages: talk,
      context: [],
      project: null,
      known: [],
      gist: null,
      documents: [],
      promptFiles: [],
      categories: {},
      wanted: null,
      model,
      now,
      timeZone: 'UTC',
      timeout: 5_000,
      signal,
    });
    expect(promptOf(model)).toContain('no project');
  });

  it('accepts an empty list', async () => {
    const model = scriptedChatModel([answering()]);
    expect(await run(model, talk)).toMatchObject({ candidates: [], dropped: [] });
  });

  it('asks once more for wrong candidates, then drops them with a reason and keeps the others', async () => {
    const wrong = answering(memory('good', [1]), { content: 7 }, memory('invented', [0, 44]));
    const model = scriptedChatModel([wrong, wrong]);
    const { candidates, dropped } = await run(model, talk);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('there is no message 0, 44');
    expect(candidates.map(({ content }) => content)).toEqual(['good']);
    expect(dropped.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('malformed'),
      'its evidence is not in the transcript',
    ]);
  });

  it('keeps a candidate by the messages that exist, without asking again', async () => {
    const model = scriptedChatModel([answering(memory('good', [1, 44]))]);
    expect(await run(model, talk)).toMatchObject({ candidates: [{ content: 'good' }], dropped: [] });
  });

  it('takes the wrong numbers of a first answer from the second', async () => {
    const model = scriptedChatModel([answering(memory('good', [0])), answering(memory('good', [1]))]);
    const { candidates, dropped } = await run(model, talk);
    expect(candidates).toMatchObject([{ content: 'good', evidence: [{ messages: [1] }] }]);
    expect(dropped).toEqual([]);
  });
});

describe('an answer in another form', () => {
  const content = 'task-api läuft seit 2026-01-14 auf Port 8081';
  const other = 'Die Tests laufen mit Vitest';
  const second = { ...memory(other, [3]) };
  const stated = { source: 'user_stated', priority: 'highest' };
  const one = { ...memory(content, [1], stated) };
  const json = JSON.stringify({ memories: [one] });

  it.each<[string, unknown]>([
    [
      'in a fence after prose with braces',
      `Based on the talk {about ports} and [1]:\n\`\`\`json\n${json}\n\`\`\``,
    ],
    ['after prose with an open brace', `We saw { a port. ${json}`],
    ['with prose and braces behind it', `${json}\nThat was {everything}, I think: {}.`],
    [
      'after a draft in <think>',
      `<think>Perhaps {"memories": [{"content": "a draft", "evidence": [1]}]}?</think>${json}`,
    ],
    ['after reasoning with broken JSON', `<reasoning>{ memories: maybe }, or [x</reasoning>\n${json}`],
    ['after a thought without its opening tag', `{"memories": []} or so</thought>\n${json}`],
    ['before an explanation in tags', `${json}<explanation>{"memories": []}</explanation>`],
    ['between tags', `<answer>\n${json}\n</answer>`],
    ['as a bare list', [one]],
    ['as a bare list in a fence', `\`\`\`\n${JSON.stringify([one])}\n\`\`\``],
    ['as a single memory', one],
    ['with a single memory for the list', { memories: one }],
    ['as a map by number', { memories: { 1: one } }],
    ['as a bare map by number', { 1: one }],
    ['as a map by name', { 'the port': one }],
    ['in an object of another name', { result: { memories: [one] } }],
    ['in a list of another name', { facts: [one] }],
    ['as JSON in a text', { memories: JSON.stringify([one]) }],
    ['with a nested list', { memories: [[one]] }],
    ['with null among the memories', { memories: [null, one], session: 'null' }],
    ['with other names of properties', { Memories: [{ ...one, content: undefined, Content: content }] }],
    ['with a brace too many', `${json}}`],
    ['with evidence as a number', { memories: [{ ...one, evidence: 1 }] }],
    ['with evidence as a text', { memories: [{ ...one, evidence: '#1' }] }],
    ['with evidence in words', { memories: [{ ...one, evidence: 'messages 1 and 77' }] }],
    ['with evidence as a list of texts', { memories: [{ ...one, evidence: ['#1', 'none'] }] }],
    [
      'with evidence as objects',
      { memories: [{ ...one, evidence: [{ quote: 'auf Port 8081', number: 1 }] }] },
    ],
    ['with evidence as an object', { memories: [{ ...one, evidence: { message: 1, quote: 'x' } }] }],
    ['with names in upper case', { memories: [{ ...one, source: 'USER_STATED', priority: 'HIGHEST' }] }],
    ['with names with spaces', { memories: [{ ...one, source: 'User Stated', priority: ' Highest ' }] }],
    [
      'with names with hyphens',
      { memories: [{ ...one, source: 'user-stated (said in #1)', priority: 'highest.' }] },
    ],
    [
      'with unknown names',
      { memories: [{ ...one, source: 'THE USER', priority: 'CRITICAL', type: 'FACT' }] },
    ],
    ['without a source', { memories: [{ ...one, source: undefined, priority: undefined }] }],
    ['with numbers as texts', { memories: [{ ...one, importance: '5/10', expires_at: 'none', tags: null }] }],
    ['with lists as texts', { memories: [{ ...one, tags: 'port', relations: null, title: ['x'] }] }],
  ])('is read without asking again: %s', async (_, answer) => {
    const model = scriptedChatModel([typeof answer === 'string' ? answer : JSON.stringify(answer)]);
    const { candidates, dropped } = await run(model, talk);
    expect(candidates).toMatchObject([
      {
        content,
        source: 'user_stated',
        priority: 'highest',
        importance: expect.toSatisfy((value) => value >= 5),
      },
    ]);
    expect(candidates[0]?.evidence).toMatchObject([{ messages: [1] }]);
    expect(dropped).toEqual([]);
  });

  it.each([
    [
      'several fences',
      `\`\`\`json\n${json}\n\`\`\`\nand\n\`\`\`json\n{"memories": [${JSON.stringify(second)}]}\n\`\`\``,
    ],
    ['a line for each memory', `${JSON.stringify(one)}\n${JSON.stringify(second)}`],
    [
      'a line for each memory, in a block',
      `<out>\n${JSON.stringify(one)}\n${JSON.stringify(second)},\n</out>`,
    ],
    ['a piece twice', `${json}\n{"memories": [${JSON.stringify(one)}, ${JSON.stringify(second)}]}`],
  ])('is put together: %s', async (_, answer) => {
    const { candidates } = await run(scriptedChatModel([answer]), talk);
    expect(candidates.map((candidate) => candidate.content)).toEqual([content, other]);
  });

  it.each([
    ['of which a piece is broken', `${json}\n{"memories": [{"content": "the tests]}`],
    ['of which a quotation mark ends too early', json.replace('"tags":[]', '"tags":["a "}", 1]')],
  ])('is asked for once more when it is one %s', async (_, answer) => {
    const model = scriptedChatModel([answer, { memories: [one, second] }]);
    expect((await run(model, talk)).candidates).toHaveLength(2);
  });

  it.each([
    '{"memories": null}',
    '[]',
    '```json\n[ ]\n```',
    '{"memories": {}}',
    '<think>{x}</think>{"memories":[]}',
  ])('says that there is nothing to remember: %s', async (answer) => {
    const model = scriptedChatModel([answer]);
    expect(await run(model, talk)).toMatchObject({ candidates: [], dropped: [] });
    expect(model.requests).toHaveLength(1);
  });
});

describe('an answer that cannot be used', () => {
  const good = answering(memory('task-api läuft auf Port 8081', [1]));
  const text = JSON.stringify(good);

  it.each([
    ['empty', ''],
    ['prose', 'There is nothing to remember here.'],
    ['cut off', text.slice(0, -30)],
    ['another object', { answer: [] }],
    ['no list', { memories: 'none' }],
    ['a list of things that are no memories', { memories: ['task-api läuft auf Port 8081', 'x'] }],
  ])('(%s) is requested once more', async (_, answer) => {
    const model = scriptedChatModel([answer, good]);
    const replies: ModelReply[] = [];
    const { candidates } = await run(model, talk, { onReply: (reply) => replies.push(reply) });
    expect(candidates).toHaveLength(1);
    expect(replies).toHaveLength(2);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('cannot be used');
  });

  it('is repaired without asking again when it is merely malformed', async () => {
    const model = scriptedChatModel([`Here:\n\`\`\`json\n${text.replace(']}', ',],}')}\n\`\`\``]);
    expect((await run(model, talk)).candidates).toHaveLength(1);
    expect(model.requests).toHaveLength(1);
  });

  it.each(['', 'nothing', text.slice(0, -30)])(
    'twice is a failure, never "nothing to remember" (%j)',
    async (answer) => {
      const replies: ModelReply[] = [];
      const model = scriptedChatModel([answer, answer]);
      await expect(run(model, talk, { onReply: (reply) => replies.push(reply) })).rejects.toMatchObject({
        code: 'malformed_answer',
        isRetryable: true,
      });
      expect(replies).toHaveLength(2);
    },
  );

  it('that never comes ends at the timeout, or when the job is stopped', async () => {
    await expect(run(scriptedChatModel([hang]), talk, { timeout: 20 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const stopped = new AbortController();
    const pending = run(scriptedChatModel([hang]), talk, { signal: stopped.signal });
    stopped.abort(new Error('stopped'));
    await expect(pending).rejects.toThrow('stopped');
  });
});

describe('a transcript larger than the window', () => {
  const long = conversation(
    ...Array.from({ length: 60 }, (_, index) => user(`Statement ${index}: ${`word${index} `.repeat(100)}`)),
  );

  it('is split between messages into parts that each fit one call', async () => {
    const window = 24_000;
    const take = (number: number) => () => answering(memory(`Statement ${number}`, [number]));
    const model = scriptedChatModel([take(1), take(30), take(60), take(2), take(3)], {
      contextWindow: window,
    });
    const replies: ModelReply[] = [];
    const { candidates } = await run(model, long, { onReply: (reply) => replies.push(reply) });
    expect(model.requests.length).toBeGreaterThan(1);
    expect(candidates).toHaveLength(model.requests.length);
    expect(replies).toHaveLength(model.requests.length);
    for (const request of model.requests) {
      const tokens = request.messages.reduce((sum, message) => sum + countMessageTokens(message), 0);
      expect(tokens + (request.maxOutputTokens ?? 0)).toBeLessThan(window);
    }
    const shown = model.requests.map((_, call) => promptOf(model, call)).join('\n');
    for (const { number } of long) expect(shown.match(new RegExp(`^#${number} `, 'gm'))).toHaveLength(1);
  });

  it('fits a window of 12,000 tokens with everything that is shown beside it', async () => {
    const window = 12_000;
    const known = Array.from({ length: 30 }, (_, index) => ({
      id: randomUUID(),
      category: 'other' as const,
      metadata: {},
      content: `Memory ${index}: ${'the station reports to the tower every hour '.repeat(4)}`,
    }));
    const model = scriptedChatModel(
      Array.from({ length: 40 }, () => answering()),
      { contextWindow: window },
    );
    await run(model, talk, { context: long, known });
    const [request] = model.requests;
    const tokens = request?.messages.reduce((sum, message) => sum + countMessageTokens(message), 0) ?? 0;
    expect(tokens + (request?.maxOutputTokens ?? 0)).toBeLessThan(window);
  });

  it('is refused when the window is too small for any part', async () => {
    const model = scriptedChatModel([], { contextWindow: 4_000 });
    await expect(run(model, long)).rejects.toMatchObject({ code: 'model_refused' });
    expect(model.requests).toHaveLength(0);
  });

  it('shows the beginning and end of a long tool output', async () => {
    const output = `first line\n${'noise line\n'.repeat(5_000)}last line`;
    const model = scriptedChatModel([answering()]);
    await run(model, conversation(user('run it'), ...toolUse('c1', 'shell', 'x', output), assistant('done')));
    const [request] = model.requests;
    const tokens = request?.messages.reduce((sum, message) => sum + countMessageTokens(message), 0);
    expect(tokens).toBeLessThan(6_000);
    expect(promptOf(model)).toMatch(/first line[^]*left out[^]*last line/);
  });
});

describe('a candidate in another language than the user', () => {
  const german = 'Der Nutzer möchte die Tests immer mit Vitest schreiben';
  const english = 'The user always wants to write the tests with Vitest';
  const thai = 'ผู้ใช้ต้องการเขียนการทดสอบด้วย Vitest เสมอ';
  const germanTalk = conversation(
    user('Bitte schreib die Tests in Zukunft immer mit Vitest, nicht mit Jest.'),
  );
  const thaiTalk = conversation(user('ต่อไปนี้ช่วยเขียนการทดสอบด้วย Vitest เสมอนะครับ อย่าใช้ Jest'));
  const chineseTalk = conversation(user('以后请一直用 Vitest 写测试，不要用 Jest。'));
  const japaneseTalk = conversation(user('これからテストは必ず Vitest で書いてください。'));
  const koreanTalk = conversation(user('앞으로 테스트는 항상 Vitest로 작성해 주세요.'));

  it.each([
    ['English to German', germanTalk, english, german],
    ['English to Thai', thaiTalk, english, thai],
    ['Thai to German', germanTalk, thai, german],
    ['English to Chinese', chineseTalk, english, '用户希望测试一直用 Vitest 编写'],
    ['English to Japanese', japaneseTalk, english, 'ユーザーはテストを常に Vitest で書きたい'],
    ['English to Korean', koreanTalk, english, '사용자는 테스트를 항상 Vitest로 작성하기를 원한다'],
  ])('is requested once more: %s', async (_what, messages, wrong, right) => {
    const model = scriptedChatModel([answer(wrong), answer(right)]);
    const extraction = await run(model, messages);
    expect(extraction.candidates.map(({ content }) => content)).toEqual([right]);
    expect(extraction.inOtherLanguage).toBeUndefined();
    expect(promptOf(model, 1)).toContain('in the language of the conversation');
  });

  it.each<[string, ScriptedReply]>([
    ['in the same language', answer(english)],
    ['malformed', 'no JSON'],
  ])('is kept and counted when it comes back %s', async (_what, second) => {
    const extraction = await run(scriptedChatModel([answer(english), second]), germanTalk);
    expect(extraction.candidates.map(({ content }) => content)).toEqual([english]);
    expect(extraction.inOtherLanguage).toBe(1);
  });

  it('is right when it changes a known memory of that language, and wrong when it is about something else', async () => {
    const content = 'The user writes the tests with Jest';
    const known = [{ id: randomUUID(), category: 'preference' as const, metadata: {}, content }];
    const model = scriptedChatModel([answer(english)]);
    const { candidates, inOtherLanguage } = await run(model, germanTalk, { known });
    expect(candidates.map((one) => one.content)).toEqual([english]);
    expect(inOtherLanguage).toBeUndefined();
    const other = scriptedChatModel([answer('The user is going to read all of the logs'), answer(german)]);
    await run(other, germanTalk, { known });
    expect(other.requests).toHaveLength(2);
  });

  it('is not assumed because of names, commands and code', async () => {
    const messages = conversation(user('Ok, nimm bitte src/export/invoice.ts, wir exportieren nur PDF.'));
    const model = scriptedChatModel([answer('src/export/invoice.ts: PDF export')]);
    await run(model, messages);
    expect(model.requests).toHaveLength(1);
  });

  function answer(content: string) {
    return answering(memory(content, [1]));
  }
});

function run(
  model: ReturnType<typeof scriptedChatModel>,
  messages: Message[],
  more: {
    context?: Message[];
    known?: KnownMemory[];
    timeout?: number;
    signal?: AbortSignal;
    onReply?: (reply: ModelReply) => void;
  } = {},
) {
  const signal = new AbortController().signal;
  return extract({
    messages,
    context: [],
    project: 'taskforge',
    known: [],
    gist: null,
    documents: [],
    promptFiles: [],
    categories: {},
    wanted: null,
    model,
    now,
    timeZone: 'Asia/Bangkok',
    timeout: 5_000,
    signal,
    ...more,
  });
}

function memory(content: string, evidence: number[], fields: object = {}) {
  return foundMemory(content, evidence, { ...discovered, title: content.slice(0, 20), ...fields });
}

function answering(...memories: object[]): ScriptedReply {
  return { memories };
}

function promptOf(model: ReturnType<typeof scriptedChatModel>, call = 0): string {
  return model.requests[call]?.messages.map(({ content }) => content).join('\n') ?? '';
}
