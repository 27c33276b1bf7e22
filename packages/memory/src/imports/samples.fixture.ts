/** Samples of what products export, written from what is known of their forms. */

export const secrets = ['hunter2-Zx81-secret', 'correct-horse-77-battery'];

const file = (path: string, value: unknown) => ({ path, text: JSON.stringify(value, null, 2) });

export const mem0 = file('mem0.json', {
  results: [
    {
      id: 'm-1',
      memory: 'Works as a nurse in Hamburg',
      hash: 'a1',
      user_id: 'anna',
      metadata: { confidence: 0.9 },
      categories: ['professional_details'],
      created_at: '2024-05-01T03:00:00.123456-07:00'.replace('.123456', ''),
      updated_at: '2024-05-02T03:00:00-07:00',
    },
    {
      id: 'm-2',
      memory: 'Plays the cello on Thursdays',
      user_id: 'anna',
      created_at: '2024-06-01T00:00:00Z',
    },
    {
      id: 'm-3',
      memory: `Uses the printer of the ward, its password is ${secrets[0]}`,
      user_id: 'ben',
      created_at: null,
    },
    { id: 'm-4', memory: '  ', user_id: 'anna' },
  ],
});

export const manyMem0 = (count: number) =>
  file(
    'many.json',
    Array.from({ length: count }, (_, index) => ({
      id: `many-${index}`,
      memory: `Keeps the binder of the year ${1900 + index} on shelf ${index}`,
      user_id: 'anna',
    })),
  );

export const langGraph = {
  path: 'store.jsonl',
  text: [
    {
      namespace: ['memories', 'user-7'],
      key: 'k1',
      value: { kind: 'Memory', content: { content: 'Rides a red bicycle to work' } },
      created_at: '2024-07-01T08:00:00+00:00',
      updated_at: '2024-07-01T08:00:00+00:00',
    },
    {
      prefix: 'user-7.profile',
      key: 'main',
      value: { city: 'Berlin', pets: ['Rex', 'Tom'], age: 41 },
      created_at: '2024-07-02 08:00:00.5+00',
    },
    { namespace: ['facts'], key: 'k3', value: { flags: [] } },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n'),
};

export const lettaAgent = file('agent.af', {
  agents: [
    {
      id: 'agent-0',
      name: 'Ada',
      agent_type: 'memgpt_agent',
      block_ids: ['block-0', 'block-1', 'block-2'],
      in_context_message_ids: ['message-0'],
      messages: [
        { id: 'message-0', role: 'system', content: [{ type: 'text', text: 'You are Ada.' }] },
        {
          id: 'message-1',
          role: 'user',
          content: [
            {
              type: 'text',
              text: JSON.stringify({ type: 'user_message', message: 'I play chess on Sundays.', time: 'x' }),
            },
          ],
          created_at: '2024-08-01T10:00:00Z',
        },
        {
          id: 'message-2',
          role: 'user',
          content: [{ type: 'text', text: '{"type":"heartbeat","reason":"x"}' }],
        },
        {
          id: 'message-3',
          role: 'assistant',
          content: [{ type: 'text', text: 'The user plays chess.' }],
          tool_calls: [
            {
              id: 'c',
              type: 'function',
              function: { name: 'send_message', arguments: '{"message":"Nice!"}' },
            },
          ],
          created_at: '2024-08-01T10:00:05Z',
        },
      ],
    },
  ],
  groups: [],
  blocks: [
    { id: 'block-0', label: 'human', value: 'Name: Dora.\n\n- Has two sons\n- Lives in Graz', limit: 5000 },
    { id: 'block-1', label: 'persona', value: 'I am Ada, a helpful agent.', limit: 5000 },
    { id: 'block-2', label: 'project', value: 'The shop sells maps.', limit: 5000 },
  ],
  files: [],
  sources: [],
  tools: [],
  mcp_servers: [],
});

export const lettaFirstForm = file('old.af', {
  agent_type: 'memgpt_agent',
  core_memory: [
    { label: 'human', value: 'Prefers short answers', created_at: '2025-03-01T00:00:00Z' },
    { label: 'persona', value: 'I am kind' },
  ],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hello there' }], in_context: true }],
  name: 'old',
  version: '0.6.47',
});

export const lettaPassages = file('passages.json', [
  {
    id: 'passage-1',
    text: 'The boiler was serviced in May',
    created_at: '2024-05-20T00:00:00Z',
    tags: ['house'],
  },
]);

const message = (role: string, text: string, time: number | null, more: object = {}) => ({
  id: text,
  author: { role, name: null, metadata: {} },
  create_time: time,
  content: { content_type: 'text', parts: [text] },
  status: 'finished_successfully',
  weight: 1,
  metadata: {},
  recipient: 'all',
  ...more,
});
const node = (id: string, parent: string | null, children: string[], said: object | null) => ({
  ...{ id, parent, children, message: said },
});
const at = Date.UTC(2024, 5, 1, 10) / 1_000;

/** Two conversations: one with an edited question, whose first branch is not shown any more. */
export const chatgpt = file('conversations.json', [
  {
    id: 'c-1',
    conversation_id: 'c-1',
    title: 'Harbour trip',
    create_time: at,
    update_time: at + 100,
    current_node: 'n5',
    mapping: {
      root: node('root', null, ['sys'], null),
      sys: node(
        'sys',
        'root',
        ['n1', 'n2'],
        message('system', '', null, { metadata: { is_visually_hidden_from_conversation: true } }),
      ),
      n1: node('n1', 'sys', [], message('user', 'I moved to Porto. What should I see?', at)),
      n2: node('n2', 'sys', ['n3'], message('user', 'I moved to Lisbon in March. What should I see?', at)),
      n3: node(
        'n3',
        'n2',
        ['n4'],
        message('assistant', 'search("Lisbon")', at + 1, { recipient: 'browser' }),
      ),
      n4: node('n4', 'n3', ['n5'], message('assistant', 'See the harbour.', at + 2)),
      n5: node('n5', 'n4', [], message('user', 'My name is Clara, by the way.', at + 60)),
    },
  },
  {
    id: 'c-2',
    title: 'A dentist',
    create_time: at + 1_000,
    current_node: 'm2',
    mapping: {
      m1: node('m1', null, ['m2'], message('user', 'Which dentist is open on Sundays?', at + 1_000)),
      m2: node('m2', 'm1', [], message('assistant', 'I cannot look that up.', at + 1_001)),
    },
  },
]);

export const chatgptMemories = file('memory.json', [
  { content: 'Allergic to walnuts', enabled: true, timestamp: '2024-02-03T00:00:00Z' },
  { content: 'Owns a boat', enabled: false },
]);

export const claudeFile = {
  path: 'CLAUDE.md',
  text: `# Shop

@docs/more.md

## Rules

- Never commit to main.
- Run \`pnpm check\` before each commit;
  it takes a minute.
- The password of the registry is ${secrets[1]}

## Architecture

The api talks to Postgres only through functions.
`,
};

export const memoryFolder = [
  {
    path: 'memory/MEMORY.md',
    text: '- [Short answers](short-answers.md) — how she wants answers\n- The build machine is called Otto\n',
  },
  {
    path: 'memory/short-answers.md',
    text: `---
name: short-answers
description: how she wants answers
metadata:
  type: feedback
---
Answer in three sentences at most.

**Why:** she reads on her phone.
`,
  },
  { path: 'memory/2026-01-15.md', text: '# 2026-01-15\n\n## Garden\n\n- Planted three apple trees\n' },
  { path: 'USER.md', text: '- Called Emil\n' },
  { path: 'SOUL.md', text: 'You are a lobster.\n' },
  { path: 'README.md', text: '# Some project\n\nInstall it with npm.\n' },
];
