import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatClient } from './chat-client.ts';
import { withModel } from './local-server.ts';
import { serveChat } from './serve-chat.ts';

const world = serveChat('test', null);
let client: ChatClient;

describe.each([
  ['without a model', false],
  ['with a model', true],
])('a clear request to forget, %s', (_, hasModel) => {
  beforeEach(async () => {
    world.model.replyWith(({ body }) =>
      JSON.stringify(body).includes('response_format')
        ? '{"topic":"","file_paths":[],"directories":[],"memories":[],"decisions":[]}'
        : 'Fine.',
    );
    await world.start({
      environment: { EMBEDDINGS: 'hash', ...(hasModel && withModel(world.model)) },
      background: false,
    });
    client = await world.connect();
  });

  it.each([
    ['my cats are Mimi and Rex', 'delete everything you know about my cats', 'yes'],
    ['I am allergic to walnuts', "forget that I'm allergic to walnuts", 'Yes, please!'],
    ['Meine Schwester Anna wohnt in Ulm', 'Lösche bitte alles, was du über Anna weißt', 'ja'],
    ['ฉันแพ้ถั่วลิสง', 'ลืมว่าฉันแพ้ถั่วลิสง', 'ใช่'],
  ])('about %j is shown, asked, and done after a yes', async (content, request, yes) => {
    await world.server.memory.remember({ content, project: 'taskforge' });
    await world.server.memory.remember({ content: 'The harbour opens at six', project: 'taskforge' });
    const { reply } = await client.say(request);
    expect(reply).toContain(content);
    expect(reply).not.toContain('harbour');
    expect(await texts()).toContain(content);
    await client.say(yes);
    expect(await texts()).toEqual(['The harbour opens at six']);
    expect(await exported()).not.toContain(content);
  });

  it('is answered by a button, which says yes for the user', async () => {
    await world.server.memory.remember({ content: 'I live in Ulm', project: 'taskforge' });
    await client.say('forget that I live in Ulm');
    const request = await client.next('approval_request');
    expect(request).toMatchObject({ tool: 'forget', inWords: true, covers: 'call' });
    expect(request.preview).toContain('I live in Ulm');
    const from = client.frames.length;
    client.send({ type: 'approve', id: request.id, decision: 'once' });
    await client.next('message', ({ role }) => role === 'assistant', from);
    expect(await texts()).toEqual([]);
  });

  it.each(['no', 'nein', 'ไม่', 'What time is it?'])('erases nothing after %j', async (answer) => {
    await world.server.memory.remember({ content: 'I live in Ulm', project: 'taskforge' });
    await client.say('forget that I live in Ulm');
    await client.say(answer);
    await client.say('yes');
    expect(await texts()).toEqual(['I live in Ulm']);
  });

  it('erases nothing that was changed after it was shown', async () => {
    const { memory } = world.server;
    const { memory: stored } = await memory.remember({ content: 'I live in Ulm', project: 'taskforge' });
    await client.say('forget that I live in Ulm');
    await memory.memories.update(stored.id, { content: 'I live in Rome' }, 'moved');
    await client.say('yes');
    expect(await texts()).toEqual(['I live in Rome']);
  });

  it('is carried out after a restart, and what was erased can be taken back until one', async () => {
    const input = { content: 'I live in Ulm', project: 'taskforge', importance: 7, tags: ['home'] };
    await world.server.memory.remember(input);
    await client.say('forget that I live in Ulm');
    const { session } = client.session;
    await world.server.stop();
    await world.start({ environment: { EMBEDDINGS: 'hash', ...(hasModel && withModel(world.model)) } });
    client = await world.connect({ session });
    await client.say('yes');
    expect(await texts()).toEqual([]);
    await client.say('take it back');
    expect(await world.server.memory.memories.list({ project: 'taskforge' })).toMatchObject([
      { content: 'I live in Ulm', importance: 7, tags: ['home'], priority: 'highest', trust: 'user' },
    ]);
  });

  it('also empties messages of which no memory was made', async () => {
    await client.say('By the way, I have a dog called Frieda.');
    const { reply } = await client.say('Forget what I said about my dog');
    expect(reply).toContain('Frieda');
    await client.say('yes');
    expect(await exported()).not.toContain('Frieda');
  });

  it('shows a question where nothing else fits, and never asks about what it does not show', async () => {
    await client.say('Who could help me with my divorce?');
    const { reply } = await client.say('Forget everything about my divorce');
    expect(reply).toContain('Who could help me with my divorce?');
    expect(reply).toContain('yes');
  });

  it('about something unknown says so', async () => {
    const { reply } = await client.say('Forget everything you know about Zanzibar');
    expect(reply).toContain('Zanzibar');
    expect(reply).not.toContain('yes');
  });
});

describe('a request that may mean a file', () => {
  it('is left to the model, if there is one, unless it is about the user', async () => {
    world.model.replyWith(() => 'Done, I think.');
    await world.start({ environment: { EMBEDDINGS: 'hash', ...withModel(world.model) }, background: false });
    client = await world.connect();
    const { memory } = world.server;
    await memory.remember({
      content: 'the release notes are in NOTES.md',
      project: 'taskforge',
      about: 'project',
    });
    expect((await client.say('remove everything about the release notes')).reply).toBe('Done, I think.');
    await memory.remember({ content: 'my favourite colour is blue', project: 'taskforge' });
    expect((await client.say('please remove the note about my colour')).reply).toContain('blue');
  });

  it('is shown and asked without one, but only where a memory fits', async () => {
    await world.start({ background: false });
    client = await world.connect();
    await world.server.memory.remember({ content: 'my favourite colour is blue', project: 'taskforge' });
    expect((await client.say('please remove the note about my colour')).reply).toContain('blue');
    expect((await client.say('delete the note about my garden')).reply).not.toContain('blue');
    expect(await texts()).toEqual(['my favourite colour is blue']);
  });
});

describe('a wish said in any other way', () => {
  it.each([
    [
      ['my dog is Rex', 'Rex hates the vet'],
      "Rex died. I don't want to see his name again, take it out",
      'yes',
    ],
    [['my flat is in Ulm', 'the landlord is Osei'], 'Wipe the stuff about the flat and the landlord', 'yes'],
    [['My son has autism'], "It would be better if you kept nothing on my son's autism", 'yes'],
    [['I am pregnant'], "I'd rather you didn't know about the pregnancy", 'yes'],
    [['Ich arbeite bei Bosch'], 'hab da aufgehört. bosch bitte löschen', 'ja'],
    [['Ich bin gegen Latex allergisch'], 'Die Latexallergie war ein Irrtum, lösch sie wieder', 'ja'],
    [['แมวชื่อคุกกี้', 'คุกกี้กินผัก'], 'คุกกี้ตายแล้ว ช่วยเอาออกนะ', 'ใช่'],
  ])('without a model, of %j, %j is shown, asked, and done after %j', async (contents, wish, yes) => {
    await world.start({ background: false });
    client = await world.connect();
    for (const content of [...contents, 'The harbour opens at six']) {
      await world.server.memory.remember({ content, project: 'taskforge' });
    }
    const { reply } = await client.say(wish);
    for (const content of contents) expect(reply).toContain(content);
    expect(reply).not.toContain('harbour');
    expect(await texts()).toEqual(expect.arrayContaining(contents));
    await client.say(yes);
    expect(await texts()).toEqual(['The harbour opens at six']);
  });

  it('that fits nothing says so without a model, and recites nothing', async () => {
    await world.start({ background: false });
    client = await world.connect();
    await world.server.memory.remember({ content: 'my sister lives in Ulm', project: 'taskforge' });
    const { reply } = await client.say("I'd rather you didn't know about my debts");
    expect(reply).toContain('found nothing about "debts"');
    expect(reply).toContain('What do you know about me?');
    expect(reply).not.toContain('Ulm');
  });

  it('goes to the model, if there is one', async () => {
    world.model.replyWith(() => 'I shall ask.');
    await world.start({ environment: { EMBEDDINGS: 'hash', ...withModel(world.model) }, background: false });
    client = await world.connect();
    await world.server.memory.remember({ content: 'my dog is Rex', project: 'taskforge' });
    expect((await client.say('Rex died, take it out')).reply).toBe('I shall ask.');
    expect((await client.say('can you forget things?')).reply).toBe('I shall ask.');
  });

  it.each([
    ['can you forget things?', 'forget that'],
    ['Kannst du eigentlich Sachen vergessen?', 'vergiss, dass'],
    ['ถ้าบอกอะไรไปแล้วลบทีหลังได้ไหม', 'ลืมว่า'],
  ])('is told how after %j', async (question, how) => {
    await world.start({ background: false });
    client = await world.connect();
    expect((await client.say(question)).reply).toContain(how);
  });
});

const texts = async (): Promise<string[]> =>
  (await world.server.memory.memories.list({ project: 'taskforge' })).map(({ content }) => content);

async function exported(): Promise<string> {
  const lines: string[] = [];
  for await (const line of world.server.memory.transfer.export()) lines.push(JSON.stringify(line));
  return lines.join('\n');
}
