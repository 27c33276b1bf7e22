import type { NumberedFrame } from './frames.ts';
import { advance, startPosition, type FrameOf } from './position.ts';
import { describe, expect, it } from 'vitest';
import {
  emptyConversation,
  noteAsked,
  noteEnded,
  noteFrame,
  turnsOf,
  withEarlier,
  type Turn,
} from './conversation.ts';

describe('a conversation', () => {
  it('is the same whether it streams or is loaded from the store', () => {
    expect(written(after([session(), ...streamed]).turns)).toEqual(whole);
    expect(written(turnsOf(kept))).toEqual(whole);
  });

  it('loses and doubles no word, wherever the connection broke, when the server keeps no frames', () => {
    for (let seen = 0; seen <= streamed.length; seen += 1) {
      const left = after([session(), ...streamed.slice(0, seen)]);
      const missed = kept.filter(({ number }) => number > left.position.number);
      const back = session({ stream: uuid(7), missed });
      expect(written(after([back], left, left.position).turns), `after ${seen} frames`).toEqual(whole);
    }
  });

  it('shows no partial text when it reconnects in the middle of a step', () => {
    const texts = ['What does it export?', 'Let me look.', 'export …', 'It exports one function.'];
    for (let seen = 1; seen < streamed.length; seen += 1) {
      const left = after([session(), ...streamed.slice(0, seen)]);
      const back = session({ stream: uuid(7), running: true });
      // the piece before the last was missed
      const rest = streamed.slice(Math.max(seen, streamed.length - 2));
      for (let more = 0; more <= rest.length; more += 1) {
        const { turns } = after([back, ...rest.slice(0, more)], left, left.position);
        const shown = written(turns).flat();
        const isOver = more === rest.length;
        expect(shown.at(-1), `after ${seen} frames`).toBe(isOver ? 'reply' : null);
        for (const text of shown.slice(0, -1)) if (text !== undefined) expect(texts).toContain(text);
      }
    }
  });

  it('keeps the streamed text of a turn that the server did not end', () => {
    const left = after([session(), ...streamed.slice(0, -1)]);
    const missed = kept.slice(1, 3);
    const { turns } = after([session({ stream: uuid(7), missed })], left, left.position);
    expect(written(turns)).toEqual([
      ['What does it export?', 'Let me look.', 'export …', 'It exports one function.', 'interrupted'],
    ]);
  });

  it('shows an unsent message after the stored ones before it', () => {
    const question = { id: uuid(20), number: null, content: 'And then?' };
    const { turns } = after([session({ missed: kept })], noteAsked(emptyConversation, question));
    expect(written(turns)).toEqual([...whole, ['And then?', null]]);
  });

  it('still shows what failed in which turn, and which calls were not seen from the first frame', () => {
    const failed = kept.map((message) => ({
      ...message,
      turn,
      ...(message.role === 'tool' && { ok: false }),
    }));
    expect(turnsOf(failed)).toMatchObject([
      { id: turn, parts: [{}, { id: 'c1', isStored: true, result: { ok: false } }, {}] },
    ]);
    const { turns } = after([session(), ...streamed]);
    expect(turns[0]?.parts[1]).toMatchObject({ id: 'c1', isStored: false });
  });

  it('says how a stored turn ended', () => {
    const cut = [...kept.slice(0, 3), stored(4, { type: 'notice', content: 'It exp', end: 'cancelled' })];
    expect(turnsOf(cut)[0]).toMatchObject({ end: { how: 'cancelled', number: 4 } });
    expect(written(turnsOf(cut))[0]).toContain('It exp');
  });

  it('joins a turn whose beginning is read later', () => {
    const [first] = turnsOf(kept.slice(0, 2));
    const rest = turnsOf(kept.slice(3));
    expect(written(withEarlier(first ? [first] : [], rest))).toEqual([
      ['What does it export?', 'Let me look.', undefined, 'It exports one function.', 'reply'],
    ]);
    expect(written(withEarlier(turnsOf(kept), turnsOf(kept)))).toEqual([...whole, ...whole]);
  });

  it('shows the user’s own message once, from writing to answer', () => {
    const question = { id: asked, number: null, content: 'What does it export?' };
    const own = noteAsked(after([session()]), question);
    expect(written(own.turns)).toEqual([['What does it export?', null]]);
    expect(written(after(streamed, own).turns)).toEqual(whole);
  });

  it('takes back text that another provider starts over', () => {
    const again: NumberedFrame = { type: 'text_delta', turn, text: 'Now ', reset: true };
    const { turns } = after([session(), ...streamed.slice(0, 2), again]);
    expect(written(turns)).toEqual([['What does it export?', 'Now ', null]]);
  });

  it('shows an answer that is sent twice once', () => {
    expect(written(after([session(), ...streamed, ...streamed.slice(-1)]).turns)).toEqual(whole);
  });

  it('keeps what streamed before a cancel or a failure, and says how it ended', () => {
    const end = (content: string, how: 'cancelled' | 'failed'): NumberedFrame => ({
      ...{ type: 'message', turn, id: uuid(3), number: 2, role: 'assistant', content, end: how },
    });
    const begun = [session(), ...streamed.slice(0, 2)];
    expect(written(after([...begun, end('Let me', 'cancelled')]).turns)).toEqual([
      ['What does it export?', 'Let me', 'cancelled'],
    ]);
    expect(written(after([...begun, end('(no reply)', 'failed')]).turns)).toEqual([
      ['What does it export?', 'Let me ', '(no reply)', 'failed'],
    ]);
  });

  it('keeps what streamed when a stored note, not the rest of it, says that the turn was cut', () => {
    const left = after([session(), ...streamed.slice(0, 2)]);
    const note = (content: string) => {
      const missed = [stored(2, { type: 'notice', content })];
      return written(after([session({ stream: uuid(7), missed })], left, left.position).turns);
    };
    expect(note('(cancelled)')).toEqual([['What does it export?', 'Let me ', '(cancelled)', 'cut']]);
    expect(note('Let me look')).toEqual([['What does it export?', 'Let me look', 'cut']]);
  });

  it('leaves the text that streams now after a call of the step before that was missed', () => {
    const left = after([session(), ...streamed.slice(0, 6)]);
    const second = { ...call, id: 'c2' };
    const missed = [stored(2, { type: 'tool_call', content: 'Let me look.', toolCalls: [call, second] })];
    const { turns } = after([session({ stream: uuid(7), missed })], left, left.position);
    expect(turns[0]?.parts.slice(2)).toMatchObject([{ id: 'c2' }, { text: 'It exports ' }]);
  });

  it('shows a reply once that comes with the session and again, when the store does not say of which turn it is', () => {
    const back = session({ missed: kept, running: true });
    expect(written(after([back, ...streamed.slice(-1)]).turns)).toEqual(whole);
  });

  it('tells what an agent was told that took the conversation over from what it says', () => {
    const told = stored(1, { role: 'user', type: 'notice', content: 'You take over.' });
    const { turns } = after([session({ missed: [told, stored(2, { role: 'user', content: 'Go on' })] })]);
    expect(turns).toMatchObject([
      { question: null, parts: [{ kind: 'handover', text: 'You take over.' }], end: { how: 'reply' } },
      { question: { content: 'Go on' } },
    ]);
  });

  it('has the requests that wait for approval', () => {
    const request = (number: number) => ({
      ...{ id: uuid(number), turn, call: 'c1', agent: 'chapo', tool: 'write_file', risk: 'write' as const },
      ...{ arguments: '{}', why: '', preview: 'a diff', covers: 'tool' as const },
    });
    const asking: NumberedFrame = { type: 'approval_request', ...request(31) };
    const decided = { decision: 'once', note: null, by: 'user' } as const;
    const waiting = (frames: NumberedFrame[]) => after(frames).approvals.map(({ id }) => id);
    const begun = [session({ approvals: [request(30)] }), asking, asking];
    expect(waiting(begun)).toEqual([uuid(30), uuid(31)]);
    const answer: NumberedFrame = { type: 'approval_resolved', id: uuid(30), turn, ...decided };
    expect(waiting([...begun, answer])).toEqual([uuid(31)]);
    expect(waiting([...begun, session()])).toEqual([]);
  });

  it('nests what an agent does in the call that delegated to it', () => {
    const agent = { type: 'agent_frame', turn, call: 'c1', agent: 'scout', session: uuid(5) } as const;
    const { turns } = after([
      session(),
      ...streamed.slice(0, 4),
      { ...agent, frame: { type: 'text_delta', turn: uuid(6), text: 'Searching' } },
      {
        ...agent,
        frame: { type: 'tool_call', turn: uuid(6), id: 'c1', name: 'search_files', arguments: '{}' },
      },
    ]);
    expect(turns[0]?.parts.at(-1)).toMatchObject({
      id: 'c1',
      result: null,
      agent: { name: 'scout', parts: [{ text: 'Searching' }, { name: 'search_files' }] },
    });
  });

  it('ends a turn that the server did not, and takes back what was never sent', () => {
    const question = { id: asked, number: null, content: 'What?' };
    const own = noteAsked(emptyConversation, question);
    expect(noteEnded(own, asked, 'interrupted').turns[0]?.end).toEqual({ how: 'interrupted', number: null });
    expect(noteEnded(own, asked, 'withdrawn').turns).toEqual([]);
  });
});

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const turn = uuid(1);

const asked = uuid(2);

type StoredMessage = FrameOf<'session'>['missed'][number];

const session = (frame: Partial<FrameOf<'session'>> = {}): NumberedFrame => ({
  type: 'session',
  session: uuid(9),
  project: null,
  agent: 'chapo',
  stream: uuid(8),
  sequence: 0,
  offline: false,
  models: [],
  degraded: [],
  missed: [],
  running: false,
  approvals: [],
  ...frame,
});

const stored = (number: number, message: Partial<StoredMessage>): StoredMessage => ({
  id: uuid(100 + number),
  number,
  role: 'assistant',
  type: 'text',
  content: '',
  toolCalls: [],
  toolCallId: null,
  createdAt: '2026-02-03T10:00:00.000Z',
  ...message,
});

const call = { id: 'c1', name: 'read_file', arguments: '{"path":"main.ts"}' };

/** A turn with a tool, as it streams. */
const streamed: NumberedFrame[] = [
  { type: 'message', turn, id: asked, number: 1, role: 'user', content: 'What does it export?' },
  { type: 'text_delta', turn, text: 'Let me ' },
  { type: 'text_delta', turn, text: 'look.' },
  { type: 'tool_call', turn, ...call },
  { type: 'tool_result', turn, id: 'c1', name: 'read_file', ok: true, content: 'export …' },
  { type: 'text_delta', turn, text: 'It exports ' },
  { type: 'text_delta', turn, text: 'one function.' },
  {
    type: 'message',
    turn,
    id: uuid(3),
    number: 4,
    role: 'assistant',
    content: 'It exports one function.',
    end: 'reply',
  },
];

/** The same as it is stored. */
const kept = [
  stored(1, { id: asked, role: 'user', content: 'What does it export?' }),
  stored(2, { type: 'tool_call', content: 'Let me look.', toolCalls: [call] }),
  stored(3, { role: 'tool', type: 'tool_result', content: 'export …', toolCallId: 'c1' }),
  stored(4, { content: 'It exports one function.' }),
];

/** What is shown after frames, which are numbered as the server does. */
function after(frames: NumberedFrame[], conversation = emptyConversation, before = startPosition) {
  let position = before;
  let shown = conversation;
  for (const [index, frame] of frames.entries()) {
    const numbered = frame.type === 'session' ? frame : { ...frame, sequence: index + 1 };
    shown = noteFrame(shown, numbered, position);
    position = advance(position, numbered);
  }
  return { ...shown, position };
}

const written = (turns: Turn[]) =>
  turns.map(({ question, parts, end }) => [
    question?.content ?? null,
    ...parts.map((part) =>
      'text' in part ? part.text : part.kind === 'call' ? part.result?.content : part.kind,
    ),
    end?.how ?? null,
  ]);

const whole = [['What does it export?', 'Let me look.', 'export …', 'It exports one function.', 'reply']];
