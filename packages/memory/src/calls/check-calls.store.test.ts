import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { callForms } from './call-forms.ts';
import { contextProfiles } from '../context/profile.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { MemoryError } from '../errors.ts';
import { createMemory, type Memory } from '../memory.ts';
import { specimens } from '../redaction/specimens.fixture.ts';
import { openWorld } from '../../testing/open-world.ts';
import { message } from '../../testing/message.ts';
import { linesOf } from '../../testing/lines-of.ts';

let memory: Memory;
const world = openWorld();

beforeEach(async () => {
  memory = await world.openMemory();
});

it('the check finds the methods of every part', () => {
  expect(methodsOf(callForms).length).toBeGreaterThan(60);
});

it.each(methodsOf(callForms).map(({ path, parameters }) => [path.join('.'), path, parameters] as const))(
  '%s refuses arguments of another kind with invalid_input, and a field that nobody reads',
  async (_name, path, parameters) => {
    for (const wrong of [5n, Symbol('s'), { unheard: 1 }, [{ unheard: 1 }]]) {
      const args = Array.from({ length: parameters }, () => wrong);
      await expect(call(path, args)).rejects.toSatisfy(isInvalidInput);
    }
  },
);

describe('what a caller passes', () => {
  it.each([
    ['a field', () => call(['remember'], [{ content: 'x', metadata: { a: [5n] } }]), 'metadata.a.0: '],
    ['an argument', () => memory.memories.get('x'), 'id: needs an id'],
    ['a missing field', () => call(['recall'], [{ project: null }]), 'text: must be a text'],
    ['a field of another name', () => call(['remember'], [{ content: 'x', tag: [] }]), '"tag"'],
    ['an invalid date', () => memory.memories.list({ filter: { asOf: new Date('x') } }), 'filter.asOf: '],
    [
      'a far year',
      () => memory.memories.update(randomUUID(), { expiresAt: new Date(8.64e15) }, 'r'),
      'expiresAt: must be before',
    ],
    ['a high importance', () => memory.remember({ content: 'x', importance: 11 }), 'importance: '],
    ['no importance', () => memory.remember({ content: 'x', importance: 0 }), 'importance: '],
    [
      'a changed importance',
      () => memory.memories.update(randomUUID(), { importance: 11 }, 'r'),
      'importance: ',
    ],
    ['an empty title', () => memory.remember({ content: 'x', title: '' }), 'title: '],
    [
      'a long title',
      () => memory.memories.update(randomUUID(), { title: 'x'.repeat(5_000) }, 'r'),
      'title: ',
    ],
    ['a filter', () => memory.memories.list({ filter: { minImportance: 1.5 } }), 'filter.minImportance: '],
    ['a limit', () => memory.memories.list({ limit: 1e12 }), 'limit: '],
    ['part of a limit', () => memory.graph({ project: 'shop', limit: 1.5 }), 'limit: '],
    ['a line', () => memory.documents.read(randomUUID(), { firstLine: 1e12 }), 'firstLine: '],
    ['the number of a message', () => memory.sessions.pin(randomUUID(), 1e12, true), 'number: '],
    ['numbers', () => memory.contexts.hideMessages(randomUUID(), [1e12], true), 'numbers.0: '],
    ['no reason', () => memory.memories.invalidate(randomUUID(), ' '), 'reason: needs a reason'],
    [
      'a setting that no project has',
      () =>
        call(['projects', 'save'], ['shop', { settings: { memoryBudget: { memories: 'many' }, other: 1 } }]),
      'settings.memoryBudget.memories: ',
    ],
  ])('is refused by its path: %s', async (_what, run, problem) => {
    await expect(run()).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(problem),
    });
    expect(await memory.memories.list()).toEqual([]);
    expect(await memory.projects.list()).toEqual([]);
  });

  it('is redacted in reasons and actors', async () => {
    const [secret = ''] = specimens[0]?.secrets ?? [];
    const { id } = (await memory.remember({ content: 'The port is 8080', reason: `told ${secret}` })).memory;
    const by = { kind: 'agent' as const, id: `agent ${secret}` };
    await memory.memories.update(id, { importance: 4 }, `update ${secret}`, by);
    await memory.memories.undo(id, `undo ${secret}`, by);
    await memory.memories.invalidate(id, `wrong ${secret}`, by);
    await memory.memories.restore(id, `right ${secret}`, by);
    const history = await memory.memories.history(id);
    expect(history).toHaveLength(5);
    expect(JSON.stringify(history)).not.toContain(secret);
    await memory.memories.forget(id, {}, by);
    expect(JSON.stringify(await memory.memories.history(id))).not.toContain(secret);
  });
});

describe('a changed text is checked like a remembered one', () => {
  it.each(['', '  \n', '\u200b\u200b', 'x'.repeat(2_001), 'my PIN is 4821'])(
    'and refused: %j',
    async (content) => {
      const { memory: stored } = await memory.remember({ content: 'The port is 8080' });
      await expect(memory.memories.update(stored.id, { content }, 'r')).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/^content: /),
      });
      expect(await memory.memories.get(stored.id)).toEqual(stored);
    },
  );

  it('and stored without white space around it', async () => {
    const { memory: stored } = await memory.remember({ content: 'The port is 8080' });
    const changed = await memory.memories.update(stored.id, { content: ' The port is 9090\n' }, 'r');
    expect(changed.content).toBe('The port is 9090');
  });
});

it.each([
  ['no message', [null], 'conversation.0: '],
  ['no fields', [{}], 'conversation.0.message: '],
  ['another role', [{ message: { role: 'x' }, number: 1, tokens: 1, pinned: false }], 'message.role: '],
  ['no text', [{ message: { role: 'user' }, number: 1, tokens: 1, pinned: false }], 'message.content: '],
])('a conversation is checked to its messages: %s', async (_what, conversation, problem) => {
  const input = { profile: contextProfiles.cache, budget: 1_000, sections: [], conversation };
  const refused = { code: 'invalid_input', message: expect.stringContaining(problem) };
  await expect(call(['contexts', 'assemble'], [input])).rejects.toMatchObject(refused);
});

it('a context to keep is checked to its sections', async () => {
  const input = { profile: contextProfiles.cache, budget: 1_000, sections: [], conversation: [] };
  const assembled = await memory.contexts.assemble(input);
  const sent = { id: randomUUID(), sessionId: randomUUID(), project: null, model: null, end: 'reply' };
  for (const [wrong, problem] of [
    [{ sections: [{}] }, 'sections.0.type: '],
    [{ input: {} }, 'input.profile: '],
    [{ conversation: [{}] }, 'conversation.0.sent: '],
  ] as const) {
    await expect(call(['contexts', 'keep'], [{ ...assembled, ...wrong }, sent])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(problem),
    });
  }
});

it('an id is the same in upper case', async () => {
  const session = { id: randomUUID(), project: 'shop', agent: 'chapo' };
  await memory.sessions.open(session);
  const { id } = (await memory.remember({ content: 'The port is 8080', project: 'shop' })).memory;
  const upper = id.toUpperCase();
  const asked = { text: 'Which port?', project: 'shop' };
  expect((await memory.search({ ...asked, exclude: [upper] })).hits).toEqual([]);
  expect(await memory.explain({ ...asked, memoryId: upper })).toMatchObject({ memory: { id } });
  await memory.contexts.chooseMemories(session.id, 'excluded', [upper], true);
  expect(await memory.contexts.choices(session.id)).toMatchObject({ excluded: [id] });
});

it('a listener that fails, at once or later, does not fail what it is told of', async () => {
  memory.jobs.onEnqueued(() => {
    throw new Error('at once');
  });
  memory.jobs.onEnqueued(() => Promise.reject(new Error('later')));
  expect(await memory.remember({ content: 'The port is 8080' })).toMatchObject({ action: 'added' });
});

it("a session's words and state stay in its project", async () => {
  const session = { id: randomUUID(), project: 'alpha', agent: 'chapo' };
  await memory.sessions.open(session);
  const content = 'The launch code of alpha is pumpernickel';
  await memory.sessions.append(session, [message(content)]);
  await memory.sessions.setState(session.id, 'code', 'pumpernickel');
  const other = { sessionId: session.id, project: 'beta' };
  const conflict = { code: 'conflict', message: expect.stringContaining('belongs to') };
  await expect(memory.keep({ ...other, content })).rejects.toMatchObject(conflict);
  const gathered = { ...other, text: 'x', before: [], profile: contextProfiles.cache, budget: 1_000 };
  await expect(memory.contexts.gather(gathered)).rejects.toMatchObject(conflict);
  const { profile, budget } = gathered;
  const context = await memory.contexts.assemble({ profile, budget, sections: [], conversation: [] });
  await memory.contexts.keep(context, { ...other, id: randomUUID(), model: null, end: 'reply' });
  expect(await memory.contexts.list()).toEqual([]);
  expect(await memory.memories.list()).toEqual([]);
});

it.each<[string, object]>([
  ['settings: ', Object(undefined)],
  ['timeZone: needs the IANA name', { timeZone: 'Mars/Olympus' }],
  ['options.jobs.lease: ', { options: { jobs: { lease: Number.NaN } } }],
  ['options.retrieval: ', { options: { retrieval: { limits: 5 } } }],
  ['embeddings: needs the methods embed', { embeddings: {} }],
  ['embeddings.thresholds: ', { embeddings: { ...createOfflineEmbedder(), thresholds: undefined } }],
  ['embeddings.id: needs a name', { embeddings: { ...createOfflineEmbedder(), id: 'a\0b' } }],
  ['sources.0: needs the methods search', { sources: [{ id: 'wiki' }] }],
])('a memory is not created with wrong settings: %s', async (problem, wrong) => {
  const settings = { database: world.lend(), embeddings: createOfflineEmbedder(), ...wrong };
  const given = problem === 'settings: ' ? [] : [settings];
  await expect(Reflect.apply(createMemory, undefined, given)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(problem),
  });
});

it.each([null, { small: null }, undefined])('a memory needs no model: %j', async (models) => {
  const settings = { database: world.lend(), embeddings: createOfflineEmbedder() };
  const other = await createMemory({ ...settings, ...(models !== undefined && { models }) });
  await other.close();
});

it('ids that a host gives to calls and agents are redacted, and a secret is refused as the holder of a turn', async () => {
  const [secret = ''] = specimens[0]?.secrets ?? [];
  const session = { id: randomUUID(), project: 'shop', agent: `agent ${secret}` };
  const parent = { session: randomUUID(), turn: randomUUID(), call: secret };
  await memory.sessions.open({ ...session, parent });
  await memory.sessions.append(session, [
    message('x', {
      role: 'assistant',
      type: 'tool_call',
      toolCalls: [{ id: secret, name: 'read', arguments: '{}' }],
    }),
    message('x', { role: 'tool', type: 'tool_result', toolCallId: secret }),
  ]);
  const [asked, result] = await memory.sessions.messages(session.id);
  expect(result?.toolCallId).toBe(asked?.toolCalls[0]?.id);
  await memory.shared.publish('k', 1, { project: 'shop', agent: secret });
  const turn = { holder: secret, is: 'beginning' as const };
  await expect(memory.sessions.append(session, [], { turn })).rejects.toSatisfy(isInvalidInput);
  const lines = await linesOf(memory.transfer.export());
  expect(JSON.stringify(lines)).not.toContain(secret);
});

it('an import refuses what it could not read back', async () => {
  const id = randomUUID();
  const header = { kind: 'devai-export', version: 1 };
  await memory.sessions.open({ id, project: 'shop', agent: 'chapo' });
  await memory.sessions.update(id, { name: 'what could be read' });
  const lines = await linesOf(memory.transfer.export());
  const session = lines.find(({ kind }) => kind === 'session');
  for (const [column, value] of [
    ['state', []],
    ['metadata', 'x'],
    ['choices', { pinned: 'x' }],
    ['created_at', 'infinity'],
    ['last_active_at', '+020000-01-01T00:00:00Z'],
  ] as const) {
    const row = { ...Object(session?.['row']), id: randomUUID(), [column]: value };
    await expect(memory.transfer.import([header, { kind: 'session', row }])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(`line 2 (session): ${column}`),
    });
  }
  expect(await memory.sessions.list()).toHaveLength(1);
});

it('an import names the line of a malformed tombstone, and skips a message of no session', async () => {
  const row = { metadata: { forgotten: true } };
  const lines = (kind: string) => [
    { kind: 'devai-export', version: 1 },
    { kind, row },
  ];
  await expect(memory.transfer.import(lines('tombstone'))).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('lines 2 to 2 (tombstone): '),
  });
  expect(await memory.transfer.import(lines('message'))).toEqual({ message: { added: 0, known: 1 } });
});

it('the state of a session is limited, however it is set', async () => {
  const id = randomUUID();
  await memory.sessions.open({ id, project: 'shop', agent: 'chapo' });
  const state = { text: 'x'.repeat(20_000) };
  await expect(memory.sessions.update(id, { state })).rejects.toSatisfy(isInvalidInput);
  await expect(memory.sessions.setState(id, 'text', state.text)).rejects.toSatisfy(isInvalidInput);
  expect(await memory.sessions.get(id)).toMatchObject({ state: {} });
});

it('every erased memory is reported and listed', async () => {
  const told: string[] = [];
  memory.onEvent((event) => {
    if (event.type === 'memory_forgotten') told.push(event.id);
  });
  const content = 'Deploys run on Friday';
  const own = (await memory.remember({ content, project: 'shop' })).memory.id;
  const shared = (await memory.remember({ content, namespace: 'devai/global/habits' })).memory.id;
  const foreign = (await memory.remember({ content, project: 'other' })).memory.id;
  const { memoryIds } = await memory.memories.forget(own);
  expect(memoryIds.toSorted()).toEqual([own, shared].toSorted());
  expect(told.toSorted()).toEqual(memoryIds.toSorted());
  expect(await memory.memories.get(foreign)).toMatchObject({ content });
  expect(await memory.memories.forget(own)).toMatchObject({ forgotten: false, memoryIds: [] });
  expect(told).toHaveLength(2);
});

it('asOf still finds what was valid at a time after the project it came from is deleted', async () => {
  const sessionId = randomUUID();
  await memory.sessions.open({ id: sessionId, project: 'shop', agent: 'chapo' });
  const said = { project: 'shop', sessionId, messageNumber: 1 };
  const stated = await memory.remember({ ...said, content: 'The user likes green tea', about: 'user' });
  const project = await memory.remember({ ...said, content: 'The shop opens at nine', about: 'project' });
  const asOf = new Date(stated.memory.updatedAt.getTime() + 20);
  await world.setNow(new Date(asOf.getTime() + 60_000));
  await memory.memories.update(stated.memory.id, { content: 'The user likes black tea' }, 'it changed');
  await memory.projects.delete('shop', { confirm: 'shop' });
  const found = await memory.memories.list({ project: 'shop', filter: { asOf } });
  expect(found).toMatchObject([{ content: 'The user likes green tea', evidence: [] }]);
  const { hits } = await memory.search({ text: 'green tea', project: 'shop', asOf });
  expect(hits.map(({ memory: { id } }) => id)).not.toContain(project.memory.id);
  expect(hits).toMatchObject([{ memory: { content: 'The user likes green tea' } }]);
});

/** Every method with a form, by its path. */
function methodsOf(forms: object, path: string[] = []): { path: string[]; parameters: number }[] {
  return Object.entries(forms).flatMap(([name, form]: [string, object | null]) => {
    if (form === null) return [];
    const isForm = Object.values(form).every((one) => typeof one?.safeParse === 'function');
    const here = [...path, name];
    return isForm ? [{ path: here, parameters: Object.keys(form).length }] : methodsOf(form, here);
  });
}

async function call(path: string[], args: unknown[]): Promise<unknown> {
  const method: unknown = path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), memory);
  if (typeof method !== 'function') throw new Error(`there is no method ${path.join('.')}`);
  return Reflect.apply(method, undefined, args);
}

function isInvalidInput(error: unknown) {
  return error instanceof MemoryError && error.code === 'invalid_input';
}
