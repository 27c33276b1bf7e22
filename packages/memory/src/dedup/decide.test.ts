import { describe, expect, it } from 'vitest';
import { hang, scriptedChatModel } from '../../testing/scripted-chat-model.ts';
import { resolveOptions } from '../options.ts';
import { contentHash } from '../text/content-hash.ts';
import type { ChatModel } from '../ports.ts';
import type { Neighbour } from '../store/matching.ts';
import type { StoredCandidate } from '../store/memories.ts';
import { decide, type DecideInput } from './decide.ts';
import { neighbour, stated, statement, storedMemory } from './dedup.fixture.ts';

const none = scriptedChatModel([]);

const port = storedMemory('The port is 8080');

describe('without asking the model', () => {
  it('nothing is decided about nothing', async () => {
    expect(await run(none, { candidates: [] })).toEqual({ decisions: [], candidates: [] });
  });

  it('an equal text is known', async () => {
    const { decisions } = await run(none, {
      candidates: [statement('The port is 8080')],
      neighbours: [[neighbour(storedMemory('Something else')), neighbour(port, true)]],
    });
    expect(decisions).toEqual([{ candidate: 0, action: 'noop', targetId: port.id, reason: 'the same text' }]);
  });

  it('a statement without neighbours is new', async () => {
    const { decisions } = await run(none, { candidates: [statement('The port is 8080')] });
    expect(decisions).toMatchObject([{ candidate: 0, action: 'add', targetId: null }]);
  });

  it('the same text twice in a batch is known by the first', async () => {
    const [first, second] = [statement('The port is 8080'), statement('The  port is 8080')];
    const { decisions } = await run(none, { candidates: [first, second], neighbours: [[], []] });
    expect(decisions).toMatchObject([
      { action: 'add' },
      { candidate: 1, action: 'noop', targetId: first.id },
    ]);
  });

  it('the same text in two namespaces is two statements', async () => {
    const mine = statement('The port is 8080', { namespace: 'devai/user/x' });
    const { decisions } = await run(null, { candidates: [statement('The port is 8080'), mine] });
    expect(decisions).toMatchObject([{ action: 'add' }, { action: 'add' }]);
  });
});

describe('an echo', () => {
  const injected = storedMemory('task-api uses JWT for its authentication on port 3000');

  it('of a memory that was in the prompt is known, without asking', async () => {
    const { decisions } = await run(none, said('The task-api authentication uses JWT'));
    expect(decisions).toMatchObject([
      { action: 'noop', targetId: injected.id, reason: expect.stringContaining('prompt') },
    ]);
  });

  it.each([
    ['a user or a tool says it as well', said('The task-api authentication uses JWT', { agentOnly: [] })],
    ['that memory was not in the prompt', said('The task-api authentication uses JWT', { injected: [] })],
    ['it says something else', said('The exporter is in src/export/invoice.ts')],
    ['it has another value', said('The task-api authentication uses JWT on port 3001')],
    ['it denies it', said('The task-api authentication does not use JWT')],
  ])('is none when %s', async (_, given) => {
    const model = scriptedChatModel([one('add')]);
    expect((await run(model, given)).decisions).toMatchObject([{ action: 'add' }]);
    expect(model.requests).toHaveLength(1);
  });

  function said(content: string, fields: Partial<Case> = {}): Case {
    return {
      candidates: [statement(content)],
      neighbours: [[neighbour(injected)]],
      injected: [injected.id],
      agentOnly: [0],
      ...fields,
    };
  }
});

describe('the status of a task, without a model', () => {
  const csv = storedMemory('Build the CSV exporter', fields('todo'));

  it('goes to the stored task, not to the statement of its last status', async () => {
    const [doing, done] = [
      stated('the CSV exporter', fields('doing')),
      stated('the exporter', fields('done')),
    ];
    const { decisions } = await run(null, {
      candidates: [doing, done],
      neighbours: [[neighbour(csv)], [neighbour(csv)]],
    });
    expect(decisions).toMatchObject([
      { action: 'update', targetId: csv.id, inPlace: true },
      { action: 'update', targetId: csv.id, inPlace: true },
    ]);
  });

  it('goes nowhere if two tasks could be meant', async () => {
    const pdf = storedMemory('Build the PDF exporter', fields('todo'));
    const { decisions } = await run(null, {
      candidates: [stated('the exporter', fields('done'))],
      neighbours: [[neighbour(csv), neighbour(pdf)]],
    });
    expect(decisions).toMatchObject([{ action: 'add' }]);
  });

  function fields(status: string) {
    return { category: 'task' as const, metadata: { status } };
  }
});

describe('the model', () => {
  it('decides on all others in one call, and sees small numbers instead of ids', async () => {
    const [jwt, tabs] = [storedMemory('task-api uses JWT'), storedMemory('Prefers tabs')];
    const model = scriptedChatModel([
      {
        decisions: [
          { candidate: 1, action: 'update', memory: 1, earlier_candidate: null, reason: 'new port' },
          { candidate: 2, action: 'DELETE', memory: '3', reason: 'she changed her mind' },
          { candidate: 3, action: 'add', memory: null, earlier_candidate: null, reason: '' },
        ],
      },
      { answers: [{ pair: 1, answer: 'one' }] },
    ]);
    const candidates = [
      statement('The port is 8081'),
      statement('Prefers spaces'),
      statement('Deploys on Fridays'),
    ];
    const { decisions } = await run(model, {
      candidates,
      neighbours: [[neighbour(port), neighbour(jwt)], [neighbour(tabs)], []],
    });
    expect(decisions).toEqual([
      { candidate: 0, action: 'update', targetId: port.id, reason: 'new port' },
      { candidate: 1, action: 'delete', targetId: tabs.id, reason: 'she changed her mind' },
      { candidate: 2, action: 'add', targetId: null, reason: 'the model gave no reason' },
    ]);
    expect(model.requests).toHaveLength(2);
    const prompt = JSON.stringify(model.requests.map(({ messages }) => messages));
    for (const { id } of [port, jwt, tabs, ...candidates]) expect(prompt).not.toContain(id);
  });

  it('sees the dates of memory and candidate, who said it, and what both were taken from', async () => {
    const said = (quote: string) => ({
      evidence: [{ sessionId: '00000000-0000-4000-8000-000000000001', messages: [1], quote }],
    });
    const model = scriptedChatModel([one('add')]);
    await run(model, {
      candidates: [stated('The user moved to Bonn', said('I live in Bonn now'))],
      neighbours: [[neighbour(storedMemory('The user lives in Kiel', said('The user lives in Kiel')))]],
      saidAt: [new Date('2026-01-09T08:00:00Z')],
    });
    expect(model.requests[0]?.messages.at(-1)?.content).toBe(
      '# Memories\n1. "The user lives in Kiel" (2026-01-10)\n\n# Candidates\n' +
        '1. "The user moved to Bonn" (stated by the user; 2026-01-09; compare with memories 1; from "I live in Bonn now")',
    );
  });

  it('finds paraphrases within a batch, of which one is kept', async () => {
    const [first, second] = [statement('Deploys happen on Fridays'), statement('Every Friday is deploy day')];
    const model = scriptedChatModel([
      {
        decisions: [
          { candidate: 1, action: 'add', memory: null, earlier_candidate: null, reason: 'new' },
          { candidate: 2, action: 'noop', memory: null, earlier_candidate: 1, reason: 'the same' },
        ],
      },
      { answers: [{ pair: 1, answer: 'same' }] },
    ]);
    const { decisions } = await run(model, { candidates: [first, second] });
    expect(decisions).toEqual([
      { candidate: 0, action: 'add', targetId: null, reason: 'new' },
      { candidate: 1, action: 'noop', targetId: first.id, reason: 'the same' },
    ]);
  });

  it('can name a memory through a known candidate', async () => {
    const model = scriptedChatModel([
      {
        decisions: [
          { candidate: 1, action: 'noop', memory: 1, earlier_candidate: null, reason: 'known' },
          { candidate: 2, action: 'noop', memory: null, earlier_candidate: 1, reason: 'the same' },
        ],
      },
      { answers: [{ pair: 1, answer: 'same' }] },
    ]);
    const { decisions } = await run(model, {
      candidates: [statement('Port 8080 it is'), statement('The port has the number 8080')],
      neighbours: [[neighbour(port)], []],
    });
    expect(decisions.map(({ targetId }) => targetId)).toEqual([port.id, port.id]);
  });

  it('lets the second correction in a batch replace the first', async () => {
    const candidates = [statement('The port is 8081'), statement('The port is 8082')];
    const model = scriptedChatModel([
      {
        decisions: [
          { candidate: 1, action: 'update', memory: 1, earlier_candidate: null, reason: 'corrected' },
          { candidate: 2, action: 'update', memory: 1, earlier_candidate: null, reason: 'corrected again' },
        ],
      },
    ]);
    const { decisions } = await run(model, {
      candidates,
      neighbours: [[neighbour(port)], [neighbour(port)]],
    });
    expect(decisions).toMatchObject([
      { action: 'update', targetId: port.id },
      { action: 'update', targetId: candidates[0]?.id },
    ]);
  });

  it.each(['add', 'update', 'delete'])(
    'cannot bring back by "%s" what the user has corrected since',
    async (action) => {
      const said = (message: number) => ({
        evidence: [{ sessionId: '00000000-0000-4000-8000-000000000001', messages: [message], quote: '' }],
      });
      const now = storedMemory('The demo starts at 14:00', { priority: 'highest', ...said(5) });
      const decideOn = async (message: number) => {
        const model = scriptedChatModel([one(action, { memory: action === 'add' ? null : 1 })]);
        const candidates = [stated('The demo starts at 10:00', said(message))];
        return (await run(model, { candidates, neighbours: [[neighbour(now)]] })).decisions[0]?.action;
      };
      expect(await decideOn(3)).toBe('noop');
      expect(await decideOn(7)).toBe(action);
    },
  );
});

describe('a decision that the guard disagrees with', () => {
  const jwt = storedMemory('task-api uses JWT');
  const keys = statement('api-project-access uses tfapi_ keys');
  const because = 'the decision was update: because';

  it.each([
    ['yes', { action: 'update', targetId: jwt.id, reason: 'because' }],
    ['one', { action: 'update', targetId: jwt.id, reason: 'because' }],
    ['same', { action: 'noop', targetId: jwt.id, reason: 'the memory says the same: because' }],
    [
      'no',
      {
        action: 'add',
        targetId: null,
        reason: `both memories stay, they are about different things; ${because}`,
      },
    ],
    ['both', { action: 'add', targetId: null }],
    [
      'unclear',
      {
        action: 'add',
        targetId: null,
        reason: `both memories stay, whether one changes the other is unclear; ${because}`,
        disputes: jwt.id,
      },
    ],
    ['perhaps', { action: 'add', targetId: null }],
  ])('is asked about, and the answer %j decides', async (given, decision) => {
    const model = scriptedChatModel([one('update', { memory: 1 }), answer(given)]);
    const { decisions } = await run(model, { candidates: [keys], neighbours: [[neighbour(jwt)]] });
    expect(decisions).toMatchObject([decision]);
    const prompt = model.requests[1]?.messages.at(-1)?.content;
    expect(prompt).toContain(`1. new: "${keys.content}"; stored: "${jwt.content}"\n   stored: 2026-01-10`);
  });

  it('keeps both when the question is not answered twice', async () => {
    const model = scriptedChatModel([one('delete', { memory: 1 }), 'rubbish', { answers: [] }]);
    const { decisions } = await run(model, { candidates: [keys], neighbours: [[neighbour(jwt)]] });
    expect(decisions).toMatchObject([{ action: 'add' }]);
    expect(model.requests).toHaveLength(3);
  });

  it('is asked about together with all others, in one call', async () => {
    const render = storedMemory('The API runs on Fly.io, and the worker is written in Rust');
    const model = scriptedChatModel([
      {
        decisions: [
          { candidate: 1, action: 'delete', memory: 1, earlier_candidate: null, reason: 'moved' },
          { candidate: 2, action: 'update', memory: 2, earlier_candidate: null, reason: 'because' },
          { candidate: 3, action: 'update', memory: 3, earlier_candidate: null, reason: 'a value' },
        ],
      },
      {
        answers: [
          { pair: 2, answer: 'yes' },
          { pair: 1, answer: 'no' },
        ],
      },
    ]);
    const { decisions } = await run(model, {
      candidates: [stated('The API runs on Render'), keys, statement('The port is 8081')],
      neighbours: [[neighbour(render)], [neighbour(jwt)], [neighbour(port)]],
    });
    expect(decisions.map(({ action }) => action)).toEqual(['add', 'update', 'update']);
    expect(model.requests).toHaveLength(2);
  });

  it.each([
    ['another value', stated('The port is 8081'), 'update'],
    ['a denial', stated('The port is not 8080'), 'update'],
    ['a value beside', stated('The port is 8080, and the socket is /run/app.sock'), 'update'],
    ['what only the agent adds', statement('The port is 8080, and the socket is /run/app.sock'), 'update'],
    ['a name', statement('The port of Lena is 8080'), 'update'],
  ])('is a noop that would drop %s', async (_, candidate, action) => {
    const answered = async (given: string) => {
      const model = scriptedChatModel([one('noop', { memory: 1 }), answer(given)]);
      const { decisions } = await run(model, { candidates: [candidate], neighbours: [[neighbour(port)]] });
      return decisions[0]?.action;
    };
    expect(await answered('yes')).toBe(action);
    expect(await answered('no')).toBe('add');
    expect(await answered('same')).toBe('noop');
    expect(await answered('unclear')).toBe('add');
  });

  it('is not a noop that drops nothing', async () => {
    const model = scriptedChatModel([one('noop', { memory: 1 })]);
    const candidates = [stated('Port 8080 it is')];
    const { decisions } = await run(model, { candidates, neighbours: [[neighbour(port)]] });
    expect(decisions).toMatchObject([{ action: 'noop', targetId: port.id }]);
  });

  it('is never an update by a statement that contains the whole memory', async () => {
    const model = scriptedChatModel([one('update', { memory: 1 })]);
    const { decisions } = await run(model, {
      candidates: [statement('The port is 8080 on staging')],
      neighbours: [[neighbour(port)]],
    });
    expect(decisions).toMatchObject([{ action: 'update', targetId: port.id }]);
  });

  function answer(given: string) {
    return { answers: [{ pair: 1, answer: given }] };
  }
});

describe('a change of what the user stated', () => {
  const threshold = storedMemory('Good water starts at 55 cm', { priority: 'highest', trust: 'user' });
  const worded = 'Good water starts at 60 cm on the river';
  const said = { text: 'it is 60 cm', reply: '' };

  it.each([
    ['is theirs by their words', { isUsers: 'yes' }, undefined, { priority: 'highest', trust: 'user' }],
    ['is theirs by the answer', { isUsers: 'perhaps', said }, 'yes', { priority: 'highest', trust: 'user' }],
    [
      'is not theirs by the answer',
      { isUsers: 'perhaps', said },
      'no',
      { priority: 'medium', trust: 'agent' },
    ],
    [
      'stays what it was, if nobody can tell',
      { isUsers: 'perhaps', said },
      'unclear',
      { priority: 'medium' },
    ],
    ['is not theirs', { isUsers: 'no' }, undefined, { priority: 'medium', trust: 'agent' }],
  ] as const)('%s', async (_, judged, given, author) => {
    const asked = given === undefined ? [] : [{ answers: [{ pair: 1, answer: given }] }];
    const model = scriptedChatModel([one('update', { memory: 1 }), ...asked]);
    const candidate = statement(worded, { trust: 'agent', claimed: 9 });
    const input = { candidates: [candidate], neighbours: [[neighbour(threshold)]], judge: () => judged };
    const { decisions, candidates } = await run(model, input);
    expect(decisions).toMatchObject([{ action: 'update', targetId: threshold.id }]);
    expect(candidates).toMatchObject([author]);
    expect(candidates[0]).not.toHaveProperty('claimed');
    expect(model.requests).toHaveLength(1 + asked.length);
    if (given !== undefined) {
      expect(model.requests[1]?.messages.at(-1)?.content).toContain(`new: "${worded}"; said: "it is 60 cm"`);
    }
  });

  it('is an addition where somebody else only adds to it', async () => {
    const model = scriptedChatModel([one('update', { memory: 1 })]);
    const { decisions } = await run(model, {
      candidates: [statement('Good water starts at 55 cm in summer')],
      neighbours: [[neighbour(threshold)]],
    });
    expect(decisions).toMatchObject([{ action: 'add', targetId: null }]);
  });

  it('is asked about together with what a model ascribes to the user without a change', async () => {
    const model = scriptedChatModel([{ answers: [{ pair: 1, answer: 'yes' }] }]);
    const { decisions, candidates } = await run(model, {
      candidates: [statement('The user is called Ana', { trust: 'agent', claimed: 7 })],
      judge: () => ({ isUsers: 'perhaps', said: { text: 'exactly', reply: 'You are Ana, right?' } }),
    });
    expect(decisions).toMatchObject([{ action: 'add' }]);
    expect(candidates).toMatchObject([{ priority: 'highest', importance: 7, trust: 'user' }]);
    expect(model.requests[0]?.messages.at(-1)?.content).toContain(
      'said: "exactly"\n   said: in answer to the agent: "You are Ana, right?"',
    );
  });
});

describe('an update of a part', () => {
  const jonas = storedMemory('Jonas does the deployment; he has a server at Hetzner');
  const content = 'Lena does the deployment instead of Jonas';
  const kept = 'Lena does the deployment instead of Jonas, who has a server at Hetzner';

  it.each([
    ['takes over what still holds', kept, kept],
    ['drops nothing that the candidate says', 'Jonas has a server at Hetzner', content],
    ['says nothing that neither says', `${kept} in Finland on port 9000`, content],
    ['without a text is the candidate', null, content],
  ])('%s', async (_, text, stored) => {
    const model = scriptedChatModel([one('update', { memory: 1, text })]);
    const { decisions, candidates } = await run(model, {
      candidates: [statement(content)],
      neighbours: [[neighbour(jonas)]],
    });
    expect(decisions).toMatchObject([{ action: 'update', targetId: jonas.id }]);
    expect(decisions[0]).not.toHaveProperty('text');
    expect(candidates).toMatchObject([{ content: stored, contentHash: contentHash(stored) }]);
  });

  it('keeps the details of a decision that it only refines', async () => {
    const metadata = { rationale: 'one file', alternatives: ['Postgres'] };
    const sqlite = storedMemory('The bot stores its data in SQLite', { category: 'decision', metadata });
    const refined = async (said: string) => {
      const model = scriptedChatModel([one('update', { memory: 1 })]);
      const given = [statement(said, { category: 'decision' })];
      const { candidates } = await run(model, { candidates: given, neighbours: [[neighbour(sqlite)]] });
      return candidates[0]?.metadata;
    };
    expect(await refined('The bot stores its data in SQLite in data.db')).toEqual(metadata);
    // the reason of another choice is none of this one
    expect(await refined('The bot stores its data in Postgres')).toEqual({});
  });
});

describe('an answer that cannot be used', () => {
  const candidates = [statement('The port is 8081'), statement('Prefers spaces')];
  const neighbours = [[neighbour(port)], [neighbour(storedMemory('Prefers tabs'))]];
  const first = { candidate: 1, action: 'update', memory: 1, earlier_candidate: null, reason: 'x' };
  const second = { candidate: 2, action: 'add', memory: null, earlier_candidate: null, reason: 'y' };
  const good = { decisions: [first, second] };

  it.each([
    ['is empty', '', 'no whole JSON object'],
    ['is prose', 'I would update the first one.', 'no whole JSON object'],
    ['was cut off', JSON.stringify(good).slice(0, -40), 'no whole JSON object'],
    ['has another form', { answers: [] }, 'decisions'],
    ['leaves a candidate out', { decisions: [first] }, 'no valid decision for candidate 2'],
    ['names no memory', { decisions: [{ ...first, memory: null }, second] }, 'needs the number of a memory'],
    [
      'names an unknown memory',
      { decisions: [{ ...first, memory: 7 }, second] },
      'needs the number of a memory',
    ],
    [
      'names an unknown candidate',
      { decisions: [first, { ...second, candidate: 9 }] },
      'there is no candidate 9',
    ],
    [
      'names a later candidate',
      { decisions: [{ ...first, action: 'noop', memory: null, earlier_candidate: 2 }, second] },
      'smaller number',
    ],
    ['invents an action', { decisions: [{ ...first, action: 'merge' }, second] }, 'action'],
  ])('because it %s is requested once more, with the reason', async (_, answer, reason) => {
    const model = scriptedChatModel([answer, good]);
    const { decisions } = await run(model, { candidates, neighbours });
    expect(decisions).toMatchObject([{ action: 'update', targetId: port.id }, { action: 'add' }]);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain(reason);
  });

  it('twice costs the candidates their decision that have none, and nobody else', async () => {
    const model = scriptedChatModel([
      { decisions: [first] },
      { decisions: [{ ...second, action: 'merge' }] },
    ]);
    const { decisions } = await run(model, { candidates, neighbours });
    expect(decisions).toMatchObject([
      { action: 'update', targetId: port.id },
      { action: 'add', targetId: null, reason: 'the model gave no decision that can be used' },
    ]);
  });

  it.each(['NONE', 'keep', 'ignore', 'merge'])(
    'twice, because its only action is %s, adds the candidates',
    async (action) => {
      const answer = { decisions: [1, 2].map((candidate) => ({ ...second, candidate, action })) };
      const model = scriptedChatModel([answer, answer]);
      const { decisions } = await run(model, { candidates, neighbours });
      expect(decisions).toMatchObject([{ action: 'add' }, { action: 'add' }]);
    },
  );

  it.each([
    [
      'counts candidates from 0',
      [
        { ...first, candidate: 0 },
        { ...second, candidate: 1 },
      ],
    ],
    ['decides twice about one', [first, { ...first, action: 'noop' }, second]],
    ['decides twice about one, by another memory', [first, { ...first, memory: 2 }, second]],
  ])('because it %s is requested once more, and then both stay', async (_, answer) => {
    const model = scriptedChatModel([{ decisions: answer }, { decisions: answer }]);
    const { decisions } = await run(model, { candidates, neighbours });
    expect(decisions).toMatchObject([{ action: 'add' }, { action: 'add' }]);
    expect(model.requests).toHaveLength(2);
  });

  it.each<[string, unknown]>([
    [
      'upper case',
      {
        decisions: [
          { ...first, action: 'UPDATE' },
          { ...second, action: ' Add. ' },
        ],
      },
    ],
    [
      'numbers as texts',
      {
        decisions: [
          { ...first, candidate: '1', memory: '#1' },
          { ...second, memory: 'none' },
        ],
      },
    ],
    ['a bare list', [first, second]],
    ['a map by number', { decisions: { 1: { action: 'update', memory: 1 }, 2: 'add' } }],
    ['a bare map by candidate', { 'candidate 1': { ...first, candidate: undefined }, 'candidate 2': second }],
    [
      'a list without numbers',
      { decisions: [first, second].map((decision) => ({ ...decision, candidate: undefined })) },
    ],
    ['one more than there are', { decisions: [first, second, { ...second, candidate: 3 }] }],
    ['the same twice', { decisions: [first, second, first] }],
    ['null for nothing', { decisions: [first, { ...second, reason: null, text: 'null' }] }],
  ])('in another form is read without asking again: %s', async (_, answer) => {
    const model = scriptedChatModel([JSON.stringify(answer)]);
    const { decisions } = await run(model, { candidates, neighbours });
    expect(decisions).toMatchObject([{ action: 'update', targetId: port.id }, { action: 'add' }]);
    expect(model.requests).toHaveLength(1);
  });

  it('twice fails the job, so that nothing is lost', async () => {
    const replies: string[] = [];
    const model = scriptedChatModel(['', { decisions: [] }]);
    const input = {
      candidates,
      neighbours,
      injectedIds: new Set<string>(),
      agentOnly: new Set<number>(),
      saidAt: [],
      model,
      signal: new AbortController().signal,
      options: resolveOptions(),
    };
    await expect(decide({ ...input, onReply: (reply) => replies.push(reply.content) })).rejects.toMatchObject(
      {
        code: 'malformed_answer',
        isRetryable: true,
      },
    );
    expect(replies).toHaveLength(2);
  });

  it('that names a memory of another namespace is refused', async () => {
    const elsewhere = storedMemory('The port is 9090', { namespace: 'devai/user/x' });
    const model = scriptedChatModel([{ decisions: [{ ...first, memory: 2 }, second] }, good]);
    await run(model, {
      candidates: [...candidates],
      neighbours: [[neighbour(port)], [neighbour(elsewhere)]],
    });
    expect(model.requests).toHaveLength(2);
  });

  it('that never comes ends at the timeout, or when the job is stopped', async () => {
    await expect(
      run(scriptedChatModel([hang]), { candidates, neighbours, timeout: 20 }),
    ).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const stopped = new AbortController();
    const pending = run(scriptedChatModel([hang]), { candidates, neighbours }, stopped.signal);
    stopped.abort(new Error('stopped'));
    await expect(pending).rejects.toThrow('stopped');
  });
});

describe('without a model', () => {
  it('rules decide, and count earlier candidates of the batch as known', async () => {
    const candidates = [
      stated('The port is 8081'),
      stated('No more Redis, use Postgres'),
      stated('The port is 8082'),
    ];
    const { decisions } = await run(null, {
      candidates,
      neighbours: [[neighbour(port)], [], [neighbour(port)]],
    });
    expect(decisions).toMatchObject([
      { action: 'update', targetId: port.id },
      { action: 'add' },
      { action: 'update', targetId: candidates[0]?.id },
    ]);
  });

  it('the second of two corrections in a batch replaces the first', async () => {
    const candidates = [stated('The port is 8081'), stated('The port is 8082')];
    const { decisions } = await run(null, { candidates });
    expect(decisions).toMatchObject([{ action: 'add' }, { action: 'update', targetId: candidates[0]?.id }]);
  });

  it('of two corrections in a batch the one that was said last holds, whatever their order', async () => {
    const said = (content: string, message: number) =>
      stated(content, { evidence: [{ sessionId: 'today', messages: [message], quote: content }] });
    const candidates = [said('The port is 8082', 5), said('The port is 8081', 3)];
    const { decisions } = await run(null, { candidates });
    expect(decisions).toMatchObject([{ action: 'add' }, { action: 'noop', targetId: candidates[0]?.id }]);
  });
});

type Case = {
  candidates: StoredCandidate[];
  neighbours?: Neighbour[][];
  injected?: string[];
  agentOnly?: number[];
  saidAt?: Date[];
  timeout?: number;
  judge?: DecideInput['judge'];
};

function run(
  model: ChatModel | null,
  { candidates, neighbours, injected = [], agentOnly = [], saidAt = [], timeout, judge }: Case,
  signal = new AbortController().signal,
) {
  const input: DecideInput = {
    candidates,
    neighbours: neighbours ?? candidates.map(() => []),
    injectedIds: new Set(injected),
    agentOnly: new Set(agentOnly),
    saidAt,
    ...(judge && { judge }),
    model,
    signal,
    options: resolveOptions(timeout === undefined ? {} : { dedup: { timeout } }),
  };
  return decide(input);
}

function one(action: string, fields: object = {}) {
  return {
    decisions: [
      { candidate: 1, action, memory: null, earlier_candidate: null, reason: 'because', ...fields },
    ],
  };
}
