import { describe, expect, it } from 'vitest';
import { serveChat } from './serve-chat.ts';

// jobs run when a test says so
const world = serveChat('test', { background: false });

/** The replies to messages of one session. */
async function chat(texts: string[], hello: Record<string, unknown> = {}) {
  const client = await world.connect(hello);
  const replies: string[] = [];
  for (const text of texts) replies.push((await client.say(text)).reply);
  await client.close();
  return { replies, frames: client.frames };
}

describe('the first minute without a model', () => {
  it.each([
    [
      "Hi! I'm Anna, I work as a nurse in Berlin and I'm allergic to peanuts",
      "I'm Anna, I work as a nurse in Berlin and I'm allergic to peanuts",
      ["what's my job?", 'what am I allergic to', 'who am i?', 'what do you know about me?'],
    ],
    [
      'Ich heiße Jana, wohne in Köln und vertrage keine Nüsse.',
      'Ich heiße Jana, wohne in Köln und vertrage keine Nüsse',
      ['wie heiße ich?', 'Wo wohne ich?', 'Was weißt du über mich?'],
    ],
    ['ผมชื่อเอก ผมแพ้กุ้ง', 'ผมชื่อเอก ผมแพ้กุ้ง', ['ผมแพ้อะไร', 'คุณรู้อะไรเกี่ยวกับผม']],
  ])('notes who the user is at once, and a new session knows it: %s', async (text, noted, questions) => {
    const { replies, frames } = await chat([text, ...questions]);
    expect(frames).toContainEqual(
      expect.objectContaining({ type: 'memory_saved', content: noted, by: 'user' }),
    );
    for (const reply of replies) expect(reply).toContain(noted);
    for (const question of questions) expect((await chat([question])).replies[0]).toContain(noted);
  });

  it('lists what was asked to be remembered with the project, in this conversation and the next', async () => {
    const asked = [
      'remember this: the kiln runs at 1240 degrees',
      'forget that I own a horse',
      'what do you know?',
    ];
    const { replies } = await chat(asked);
    expect(replies.at(-1)).toMatch(/In this conversation:\n- You said: "the kiln runs at 1240 degrees"/);
    expect(replies.at(-1)).not.toContain('horse');
    const [next] = (await chat(['What do you know about me?'])).replies;
    expect(next).toMatch(/About the project:\n- the kiln runs at 1240 degrees/);
  });

  it('says that a secret was not kept', async () => {
    const { replies, frames } = await chat([
      'remember this: the office door code is 4711 and my card is 4111 1111 1111 1111',
    ]);
    expect(frames).toContainEqual(expect.objectContaining({ type: 'error', code: 'invalid_input' }));
    expect(replies[0]).toMatch(/^I did not keep this, because secrets are not stored: .*\[redacted:pin\]/);
    expect(replies[0]).not.toMatch(/4711|4111|conversation is kept/);
  });

  it.each([
    [{ client: 'terminal' }, /`\/why`/],
    [{ client: 'page' }, /what stands below a reply/],
    [{}, /show what I remember\.\)$/],
  ])('names what the client has: %j', async (hello, notice) => {
    expect((await chat(['hello'], hello)).replies[0]).toMatch(notice);
  });

  it('names what the client has that asks, where two share a session', async () => {
    const terminal = await world.connect({ client: 'terminal' });
    const page = await world.connect({ client: 'page', session: terminal.session.session });
    expect((await page.say('why did you say that?')).reply).not.toContain('`/why`');
    await terminal.next('message', ({ role }) => role === 'assistant');
    expect((await terminal.say('why did you say that?')).reply).toContain('`/why`');
    await page.close();
    await terminal.close();
  });
});
