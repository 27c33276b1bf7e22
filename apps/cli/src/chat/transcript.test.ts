import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyConversation, noteFrame } from '@devai/fastify/protocol/conversation';
import type { NumberedFrame } from '@devai/fastify/protocol/frames';
import { createScript, storedMessage } from '../testing/scripted-server.ts';
import { advance, isSeen, startPosition } from '@devai/fastify/protocol/position';
import { Transcript } from './transcript.ts';

const opening = 'note: session 00000000-0000-4000-8000-000000000001 · project shop · test-model';

describe('a plain turn', () => {
  test('shows the text once, though the message at the end repeats it', () => {
    const frames = inSession((script) => {
      const { user, text, reply } = script.turn();
      return [user('hello'), text('Hi '), text('there'), reply('Hi there')];
    });
    expect(show(frames)).toEqual([opening, 'user: hello', 'text: Hi ', 'text: there', 'end']);
  });

  test('shows no message that was typed here', () => {
    const frames = inSession((script) => {
      const { user, reply } = script.turn();
      return [user('hello', 'own-id'), reply('Hi')];
    });
    expect(show(frames, { own: ['own-id'] })).toEqual([opening, 'text: Hi', 'end']);
  });

  test('shows the rest of a message that streamed in part, and none for blanks around it', () => {
    const part = inSession((script) => {
      const { text, reply } = script.turn();
      return [text('Hi '), reply('Hi there')];
    });
    expect(show(part)).toEqual([opening, 'text: Hi ', 'text: there', 'end']);
    const blanks = inSession((script) => {
      const { text, reply } = script.turn();
      return [text('\n\nHi there\n'), reply('Hi there')];
    });
    expect(show(blanks)).toEqual([opening, 'text: \n\nHi there\n', 'end']);
  });

  test('shows a message that differs from what streamed in its place', () => {
    const frames = inSession((script) => {
      const { text, reply } = script.turn();
      return [text('Hi '), reply('Good morning')];
    });
    expect(show(frames)).toEqual([opening, 'text: Hi ', 'discard', 'text: Good morning', 'end']);
  });

  test('takes back text that another provider starts over', () => {
    const frames = inSession((script) => {
      const { text, reply } = script.turn();
      return [text('Hal'), text('', true), text('Good '), text('morning'), reply('Good morning')];
    });
    expect(show(frames)).toEqual([opening, 'text: Hal', 'discard', 'text: Good ', 'text: morning', 'end']);
  });
});

describe('a turn with tools', () => {
  test('shows calls and results on one short line each', () => {
    const frames = inSession((script) => {
      const { text, call, result, reply } = script.turn();
      return [
        text('Let me look.'),
        call('c1', 'read_file', '{"path":\n"a.ts"}'),
        result('c1', true, `line one\nline two ${'x'.repeat(500)}`),
        call('c2', 'read_file', '{"path":"b.ts"}'),
        result('c2', false, 'b.ts does not exist'),
        text('Done.'),
        reply('Done.'),
      ];
    });
    const shown = show(frames);
    expect(shown).toEqual([
      opening,
      'text: Let me look.',
      'end',
      'note: → read_file {"path": "a.ts"}',
      expect.stringMatching(/^note: {3}= line one line two x+…$/),
      'note: → read_file {"path":"b.ts"}',
      'note:   ✗ b.ts does not exist',
      'text: Done.',
      'end',
    ]);
    for (const line of shown) expect(line.length).toBeLessThan(150);
  });
});

describe('how a turn ends', () => {
  test.each([
    {
      streamed: 'Half',
      content: 'Half',
      end: 'cancelled' as const,
      shown: ['text: Half', 'end', 'note: (cancelled)'],
    },
    { streamed: '', content: '(cancelled)', end: 'cancelled' as const, shown: ['end', 'note: (cancelled)'] },
    {
      streamed: 'Half',
      content: '(no reply: the turn failed)',
      end: 'failed' as const,
      shown: ['text: Half', 'end', 'note: (no reply: the turn failed)'],
    },
    { streamed: '', content: 'I stopped.', end: 'step_limit' as const, shown: ['text: I stopped.', 'end'] },
    { streamed: '', content: '', end: 'reply' as const, shown: [] },
  ])('$end after "$streamed"', ({ streamed, content, end, shown }) => {
    const frames = inSession((script) => {
      const { text, reply } = script.turn();
      return [...(streamed === '' ? [] : [text(streamed)]), reply(content, end)];
    });
    expect(show(frames)).toEqual([opening, ...shown]);
  });

  test('with an error: its code is shown', () => {
    const frames = inSession((script) => [script.turn().error('model_failed', 'no model answered')]);
    expect(show(frames)).toEqual([opening, 'error: no model answered (model_failed)']);
  });
});

describe('what was recalled', () => {
  const frames = inSession((script) => [
    script
      .turn()
      .recalled([memory('The port is 6543', true), memory('The sky is blue', false)], ['word search only']),
  ]);

  test('takes one line, and says that recall is degraded', () => {
    expect(show(frames)).toEqual([
      opening,
      'note: recalled: The port is 6543 (/why)',
      'note: recall is degraded: word search only',
    ]);
    const many = ['The port is 6543', 'The host is db1', 'The user is app'].map((text) => memory(text, true));
    expect(show(inSession((script) => [script.turn().recalled(many)]))).toEqual([
      opening,
      'note: recalled: The port is 6543 · 2 more (/why)',
    ]);
  });

  test('shows in verbose mode also what was left out, with reasons and ids', () => {
    expect(show(frames, { verbose: true })).toEqual([
      opening,
      'note: recalled: 0b9d6f0e The port is 6543 (best match)',
      'note: left out: 0b9d6f0e The sky is blue (over the budget)',
      'note: recall is degraded: word search only',
    ]);
  });

  test('says that nothing was recalled only in verbose mode', () => {
    const nothing = inSession((script) => [script.turn().recalled([])]);
    expect(show(nothing)).toEqual([opening]);
    expect(show(nothing, { verbose: true })).toEqual([opening, 'note: recalled nothing']);
  });
});

test('thinking is shown only in verbose mode', () => {
  const frames = inSession((script) => [script.turn().thinking('hm')]);
  expect(show(frames)).toEqual([opening]);
  expect(show(frames, { verbose: true })).toEqual([opening, 'thinking: hm']);
});

test.each<[NumberedFrame, string]>([
  [
    {
      type: 'memory_saved',
      id: memory('', true).id,
      content: 'x',
      namespace: 'n',
      action: 'added',
      by: 'user',
    },
    'note: remembered: x',
  ],
  [
    {
      type: 'memory_saved',
      id: memory('', true).id,
      content: `steps:\n- ${'build '.repeat(50)}`,
      namespace: 'n',
      action: 'added',
      by: 'user',
    },
    `note: remembered: steps:\n- ${'build '.repeat(50)}`,
  ],
  [
    {
      type: 'memory_saved',
      id: memory('', true).id,
      content: 'x',
      namespace: 'n',
      action: 'added',
      by: 'extraction',
    },
    'note: learned: x',
  ],
  [
    {
      type: 'memory_saved',
      id: memory('', true).id,
      content: 'x',
      namespace: 'n',
      action: 'contradicted',
      by: 'user',
    },
    'note: memory corrected: x',
  ],
  [
    {
      type: 'context_compacted',
      turn: memory('', true).id,
      tokensBefore: 161_000,
      tokensAfter: 102_345,
      messages: 212,
    },
    'note: context compacted: 161,000 → 102,345 tokens; a summary replaces 212 messages, which stay stored',
  ],
  [
    {
      type: 'focus_changed',
      topics: [
        { topic: 'memory', strength: 1, files: [] },
        { topic: 'ui', strength: 0.5, files: [] },
      ],
    },
    'note: focus: memory, ui',
  ],
])('%j', (frame, line) => {
  expect(show([frame])).toEqual([line]);
});

describe('nothing is shown twice', () => {
  test('a frame that comes again shows nothing', () => {
    const frames = inSession((script) => {
      const { user, text, call, result, reply } = script.turn();
      const once = [
        user('hello'),
        text('Hi'),
        call('c1', 'recall', '{}'),
        result('c1', true, 'x'),
        text('So'),
        reply('So'),
      ];
      return once.flatMap((frame) => [frame, frame]);
    });
    expect(show(frames)).toEqual([
      opening,
      'user: hello',
      'text: Hi',
      'end',
      'note: → recall {}',
      'note:   = x',
      'text: So',
      'end',
    ]);
  });

  test('a stream continues where it was cut', () => {
    const script = createScript('00000000-0000-4000-8000-000000000001');
    const { user, text, reply } = script.turn();
    const before = [script.enter(), user('hello'), text('Hi ')];
    const again = script.enter({ running: true });
    expect(show([...before, again, text('there'), reply('Hi there')])).toEqual([
      opening,
      'user: hello',
      'text: Hi ',
      'note: connected again',
      'text: there',
      'end',
    ]);
  });

  test('after a restart, only the part of a stored reply that had not streamed is shown', () => {
    const script = createScript('00000000-0000-4000-8000-000000000001');
    const { user, text, call, result } = script.turn();
    const before = [
      script.enter(),
      user('hello'),
      text('Let me look.'),
      call('c1', 'read_file', '{}'),
      result('c1', true, 'x'),
      text('It is '),
    ];
    const restarted = createScript(script.session).enter({
      missed: [
        storedMessage({ number: 1, role: 'user', content: 'hello' }),
        storedMessage({
          number: 2,
          role: 'assistant',
          content: 'Let me look.',
          toolCalls: [
            { id: 'c1', name: 'read_file', arguments: '{}' },
            { id: 'c2', name: 'recall', arguments: '{}' },
          ],
        }),
        storedMessage({ number: 3, role: 'tool', content: 'x', toolCallId: 'c1' }),
        storedMessage({ number: 4, role: 'tool', content: 'y', toolCallId: 'c2' }),
        storedMessage({ number: 5, role: 'assistant', content: 'It is blue.' }),
      ],
    });
    expect(show([...before, restarted]).slice(6)).toEqual([
      'text: It is ',
      'note: connected again',
      'note: → recall {}',
      'note:   = y',
      'text: blue.',
      'end',
    ]);
  });

  test('a reply that streamed partly and was stored whole is completed after a restart', () => {
    const script = createScript('00000000-0000-4000-8000-000000000001');
    const { user, text } = script.turn();
    const missed = [storedMessage({ number: 2, role: 'assistant', content: 'It is blue.' })];
    const frames = [
      script.enter(),
      user('hello'),
      text('It is '),
      createScript(script.session).enter({ missed }),
    ];
    expect(show(frames).slice(2)).toEqual(['text: It is ', 'note: connected again', 'text: blue.', 'end']);
  });

  test('a note, not a reply, says that a turn was cut meanwhile', () => {
    const missed = [
      storedMessage({ number: 1, role: 'user', content: 'hello' }),
      storedMessage({ number: 2, role: 'assistant', type: 'notice', content: '(cancelled)' }),
    ];
    const frames = [createScript('00000000-0000-4000-8000-000000000001').enter({ missed })];
    expect(show(frames)).toEqual([opening, 'user: hello', 'end', 'note: (cancelled)']);
  });

  test('text that streamed and was never stored is taken back', () => {
    const script = createScript('00000000-0000-4000-8000-000000000001');
    const { user, text } = script.turn();
    const frames = [script.enter(), user('hello'), text('It is '), createScript(script.session).enter()];
    expect(show(frames).slice(2)).toEqual(['text: It is ', 'note: connected again', 'discard']);
  });

  test('a message that comes as missed and again as a frame is shown once', () => {
    const script = createScript('00000000-0000-4000-8000-000000000001');
    script.skipNumbers(1);
    const { reply } = script.turn();
    const missed = [
      storedMessage({ number: 1, role: 'user', content: 'hello' }),
      storedMessage({ number: 2, role: 'assistant', content: 'Hi' }),
    ];
    expect(show([script.enter({ missed, running: true }), reply('Hi')])).toEqual([
      opening,
      'user: hello',
      'text: Hi',
      'end',
    ]);
  });
});

const words = fc.array(fc.constantFrom('a', 'b ', ' c', '\n', 'ab'), { maxLength: 4 });
const written = fc.record({ steps: fc.array(words, { maxLength: 2 }), reply: words });

test('whatever was said is shown once and in order, wherever the connection breaks', () => {
  const cut = fc.record({ at: fc.nat(), back: fc.nat(), keepsFrames: fc.boolean(), isOver: fc.boolean() });
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 3 }), cut, (turns, given) => {
      const { frames, stored, said } = play(turns);
      const at = given.at % (frames.length + 1);
      const back = given.isOver ? frames.length : at + (given.back % (frames.length + 1 - at));
      const seen = [chat.enter(), ...frames.slice(0, at).map(({ frame }) => frame)];
      const running = back < frames.length;
      const { number } = seen.reduce(advance, startPosition);
      const missed = stored.filter((message) => message.number > number && message.frame < back);
      const again = given.keepsFrames
        ? [chat.enter({ sequence: at, running }), ...frames.slice(at).map(({ frame }) => frame)]
        : [
            createScript(chat.session).enter({ missed, running }),
            ...frames.slice(back).map(({ frame }, index) => ({ ...frame, sequence: index + 1 })),
          ];
      const shown = commit(show([...seen, ...again]));
      expect(shown).toEqual(linesOf([...seen, ...again]));
      // a step that the client came into is not shown before its end, and its text not at all if it ends with a call
      const isWhole = given.keepsFrames || !running;
      const kept = (line: string): boolean => isWhole || !line.startsWith('step');
      expect(shown.filter(kept)).toEqual(said.filter(kept));
      expect(said.filter((line) => shown.includes(line))).toEqual(shown);
    }),
    { numRuns: 800 },
  );
});

const chat = createScript('00000000-0000-4000-8000-000000000001');

/** Frames of turns with tool calls, the messages that are stored with them, and what a reader sees. */
function play(turns: { steps: string[][]; reply: string[] }[]) {
  const script = createScript(chat.session);
  const frames: { frame: NumberedFrame }[] = [];
  const stored: (ReturnType<typeof storedMessage> & { frame: number })[] = [];
  const said: string[] = [];
  const send = (frame: NumberedFrame): void =>
    void frames.push({ frame: { ...frame, sequence: frames.length + 1 } });
  const store = (message: Omit<Parameters<typeof storedMessage>[0], 'number'>): void => {
    stored.push({ ...storedMessage({ ...message, number: stored.length + 1 }), frame: frames.length });
  };
  turns.forEach(({ steps, reply }, index) => {
    const { turn, user, text, call, result, reply: end } = script.turn();
    const id = `0000000${index}-0000-4000-8000-000000000009`;
    const numbered = (frame: NumberedFrame): NumberedFrame => ({ ...frame, ...{ number: stored.length } });
    store({ id, turn, role: 'user', content: `question ${index}` });
    send(numbered(user(`question ${index}`, id)));
    said.push(`question ${index}`);
    steps.forEach((chunks, step) => {
      const content = [`step ${index}.${step} `, ...chunks];
      for (const chunk of content) send(text(chunk));
      const [name, of] = [`call_${index}_${step}`, `c${step}`];
      const calls = [{ id: of, name, arguments: '{}' }];
      store({
        turn,
        role: 'assistant',
        type: 'tool_call',
        content: content.join('').trim(),
        toolCalls: calls,
      });
      send(call(of, name, '{}'));
      store({ turn, role: 'tool', type: 'tool_result', content: `result ${index}.${step}`, toolCallId: of });
      send(result(of, true, `result ${index}.${step}`));
      said.push(content.join('').trim(), `→ ${name} {}`, `= result ${index}.${step}`);
    });
    const content = [`reply ${index} `, ...reply];
    for (const chunk of content) send(text(chunk));
    store({ turn, role: 'assistant', content: content.join('').trim(), end: 'reply' });
    send(numbered(end(content.join('').trim())));
    said.push(content.join('').trim());
  });
  return { frames, stored, said };
}

/** What the conversation has in the end, as a page shows it. */
function linesOf(frames: NumberedFrame[]): string[] {
  let position = startPosition;
  let conversation = emptyConversation;
  for (const frame of frames) {
    if (isSeen(position, frame)) continue;
    conversation = noteFrame(conversation, frame, position);
    position = advance(position, frame);
  }
  return conversation.turns.flatMap(({ question, parts }) => [
    question?.content ?? '',
    ...parts.flatMap((part) => {
      if (part.kind === 'call') return [`→ ${part.name} ${part.arguments}`, `= ${part.result?.content}`];
      return part.kind === 'text' ? [part.text.trim()] : [];
    }),
  ]);
}

/** The lines and whole texts that stay on a terminal. */
function commit(shown: string[]): string[] {
  let open = '';
  return shown.flatMap((piece) => {
    const [, kind, text = ''] = /^(\w+)(?:: (.*))?$/s.exec(piece) ?? [];
    const whole = open.trim();
    if (kind === 'text') open += text;
    if (kind === 'end' || kind === 'discard') open = '';
    if (kind === 'end') return whole === '' ? [] : [whole];
    const isOther = kind !== 'user' && (kind !== 'note' || /^(session|connected)/.test(text));
    return isOther ? [] : [text.trim()];
  });
}

describe('a client that joins late', () => {
  test('in the middle of a reply sees it whole at its end, not its second half first', () => {
    const script = createScript('00000000-0000-4000-8000-000000000001');
    const { text, reply } = script.turn();
    const frames = [script.enter({ running: true }), text('there'), reply('Hi there')];
    expect(show(frames)).toEqual([opening, 'text: Hi there', 'end']);
  });

  test('sees what streams after the next tool call', () => {
    const script = createScript('00000000-0000-4000-8000-000000000001');
    const { text, call, result, reply } = script.turn();
    const frames = [
      script.enter({ running: true }),
      text('second half'),
      call('c1', 'recall', '{}'),
      result('c1', true, 'x'),
      text('So'),
      reply('So'),
    ];
    expect(show(frames)).toEqual([opening, 'note: → recall {}', 'note:   = x', 'text: So', 'end']);
  });

  test('sees the end of a long conversation, and how much came before', () => {
    const missed = Array.from({ length: 25 }, (_, index) =>
      storedMessage({ number: index + 1, role: 'user', content: `message ${index + 1}` }),
    );
    const shown = show([createScript('00000000-0000-4000-8000-000000000001').enter({ missed })]);
    expect(shown.slice(0, 3)).toEqual([opening, 'note: … 15 earlier messages', 'user: message 16']);
    expect(shown.at(-1)).toBe('user: message 25');
  });
});

test('offline mode and degradations are reported at the start', () => {
  const frame = createScript('00000000-0000-4000-8000-000000000001').enter({
    project: null,
    offline: true,
    models: [],
    degraded: ['the embedder is another'],
  });
  expect(show([frame])).toEqual([
    'note: session 00000000-0000-4000-8000-000000000001 · no project · offline',
    'note: degraded: the embedder is another',
  ]);
});

test('a new session begins anew', () => {
  const first = createScript('00000000-0000-4000-8000-000000000001');
  const second = createScript('00000000-0000-4000-8000-000000000002');
  const turn = first.turn();
  const frames = [first.enter(), turn.user('a'), turn.reply('b'), second.enter(), second.turn().user('c')];
  expect(show(frames).slice(4)).toEqual([
    'note: session 00000000-0000-4000-8000-000000000002 · project shop · test-model',
    'user: c',
  ]);
});

test('no text from the server can control the terminal', () => {
  const escape = '\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u009b2J\r';
  const frames = inSession((script) => {
    const { user, text, call, result, error, reply, recalled } = script.turn();
    return [
      user(escape),
      recalled([memory(escape, true)], [escape]),
      text(`a${escape}b`),
      call(`c${escape}`, escape, escape),
      result('c1', true, escape),
      error(escape, escape),
      reply(`different ${escape}`),
    ];
  });
  // oxlint-disable-next-line no-control-regex
  for (const line of show(frames)) expect(line).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});

/** All that a sequence of frames shows, a piece a line. */
function show(
  frames: NumberedFrame[],
  { own = [], verbose = false }: { own?: string[]; verbose?: boolean } = {},
): string[] {
  const transcript = new Transcript({ verbose, history: 10, namesSession: true });
  for (const id of own) transcript.noteOwn(id);
  let position = startPosition;
  const shown: string[] = [];
  for (const frame of frames) {
    // as a connection does
    if (isSeen(position, frame)) continue;
    for (const piece of transcript.show(frame, position))
      shown.push('text' in piece ? `${piece.kind}: ${piece.text}` : piece.kind);
    position = advance(position, frame);
  }
  return shown;
}

function memory(content: string, injected: boolean) {
  return {
    id: '0b9d6f0e-6d7b-4c57-9d3a-0f3f0c5c8a11',
    content,
    namespace: 'devai/project/shop',
    score: 0.9,
    similarity: 0.524,
    wordScore: 3.14,
    strength: 1,
    importance: 9,
    legs: ['vector' as const, 'words' as const],
    injected,
    reason: injected ? 'best match' : 'over the budget',
  };
}

const inSession = (frames: (script: ReturnType<typeof createScript>) => NumberedFrame[]): NumberedFrame[] => {
  const script = createScript('00000000-0000-4000-8000-000000000001');
  return [script.enter(), ...frames(script)];
};
