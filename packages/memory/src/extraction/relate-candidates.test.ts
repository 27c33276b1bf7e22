import { expect, it } from 'vitest';
import { validateAnswers } from './candidates.ts';
import { conversation, user } from './message.fixture.ts';

const messages = conversation(user('The exporter needs the parser, and is a part of the plan.'));
const known = ['the plan', 'the parser'].map((content, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index + 1}`,
  content,
  category: 'other' as const,
  metadata: {},
}));

it('a candidate names known memories and others of its answer by their numbers', async () => {
  const answers = [
    [
      raw('the exporter', [
        { kind: 'depends_on', to: 'k2' },
        { kind: 'part_of', to: ' #K1 ' },
        { kind: 'implements', to: 'm2' },
      ]),
      raw('the format'),
    ],
  ];
  expect(await relationsIn(answers)).toEqual({
    related: [
      ['the exporter', ['depends_on the parser', 'part_of the plan', 'implements the format']],
      ['the format', undefined],
    ],
    dropped: [],
  });
});

it('numbers are per answer, and the same text in two answers is one candidate', async () => {
  const answers = [
    [raw('the format'), raw('the exporter', [{ kind: 'depends_on', to: 'm1' }])],
    [
      raw('the importer', [{ kind: 'depends_on', to: 'm2' }]),
      raw('the format', [{ kind: 'part_of', to: 'k1' }]),
    ],
  ];
  expect((await relationsIn(answers)).related).toEqual([
    ['the format', ['part_of the plan']],
    ['the exporter', ['depends_on the format']],
    ['the importer', ['depends_on the format']],
  ]);
});

it.each([
  { kind: 'depends_on', to: 'k3' },
  { kind: 'depends_on', to: 'k0' },
  { kind: 'depends_on', to: 'm1' },
  { kind: 'depends_on', to: 'm2' },
  { kind: 'depends_on', to: '00000000-0000-4000-8000-000000000001' },
  { kind: 'likes', to: 'k1' },
  { kind: 'depends_on' },
  'k1',
  null,
])('%j is dropped and counted, and affects nothing else', async (relation) => {
  const one = raw('the exporter', [relation, { kind: 'part_of', to: 'k1' }]);
  expect(await relationsIn([[one, { content: 7 }]])).toMatchObject({
    related: [['the exporter', ['part_of the plan']]],
    dropped: [
      { reason: expect.stringContaining('malformed') },
      { reason: 'a relation of it names nothing known', content: 'the exporter' },
    ],
  });
});

it('a relation that says what a candidate takes the place of is ignored, as is a wrong one of its kind', async () => {
  const relations = [
    { kind: 'supersedes', to: 'k1' },
    { kind: 'supersedes', to: 'k9' },
    { kind: 'part_of', to: 'k1' },
  ];
  expect(await relationsIn([[raw('the exporter', relations)]])).toEqual({
    related: [['the exporter', ['part_of the plan']]],
    dropped: [],
  });
});

it.each([undefined, null, 'k1', {}])(
  'relations that are not a list (%j) count as none',
  async (relations) => {
    expect(await relationsIn([[raw('the exporter', relations)]])).toEqual({
      related: [['the exporter', undefined]],
      dropped: [],
    });
  },
);

function raw(content: string, relations?: unknown) {
  return { content, evidence: [1], relations };
}

async function relationsIn(answers: unknown[][]) {
  const { candidates, dropped } = await validateAnswers(answers, { project: 'shop', messages, known });
  const names = new Map(candidates.flatMap(({ id, content }) => (id === undefined ? [] : [[id, content]])));
  return {
    related: candidates.map(({ content, relations }) => [
      content,
      relations?.map(
        ({ kind, to }) => `${kind} ${names.get(to) ?? known.find(({ id }) => id === to)?.content}`,
      ),
    ]),
    dropped,
  };
}
