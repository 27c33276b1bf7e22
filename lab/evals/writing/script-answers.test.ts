import { describe, expect, it } from 'vitest';
import { sampleCase } from './eval-case.fixture.ts';
import { scriptAnswers } from './script-answers.ts';

describe('a scripted answer', () => {
  it('returns each whole text once, then the memories', () => {
    const answer = answersOf({ extract: ['rubbish', { content: 'x', evidence: [1] }] });
    expect(answer('memories')).toBe('rubbish');
    expect(answer('memories')).toBe('{"memories":[{"content":"x","evidence":[1]}]}');
  });

  it('names memories and earlier candidates by the numbers that the request gives them', () => {
    const answer = answersOf({
      decide: [{ about: '8081', action: 'update', memory: '8080', earlier: 'host' }],
    });
    expect(JSON.parse(String(answer('decisions', shown)))).toMatchObject({
      decisions: [
        { candidate: 1, action: 'add', memory: null, earlier_candidate: null },
        { candidate: 2, action: 'update', memory: 1, earlier_candidate: 1 },
      ],
    });
  });

  it('names a known memory by the number that the request gives it, and leaves other relations as they are', () => {
    const relations = [{ kind: 'depends_on', known: '8080' }, { kind: 'part_of', to: 'm2' }, 'k1'];
    const answer = answersOf({ extract: [{ content: 'x', relations }] });
    expect(
      JSON.parse(String(answer('memories', '# Known\n\n- k1: "The host is a"\n- k2: "The port is 8080"'))),
    ).toEqual({
      memories: [
        { content: 'x', relations: [{ kind: 'depends_on', to: 'k2' }, { kind: 'part_of', to: 'm2' }, 'k1'] },
      ],
    });
    const unknown = answersOf({ extract: [{ content: 'x', relations }] });
    expect(() => unknown('memories')).toThrow('of the listed statements');
  });

  it('reads quoted quotes', () => {
    const answer = answersOf({ decide: [{ about: '8081', action: 'noop', memory: '"no"' }] });
    expect(JSON.parse(String(answer('decisions', shown))).decisions[1]).toMatchObject({ memory: 2 });
  });

  it.each(['9090', 'e'])('is an error when the case names something missing or ambiguous: %s', (memory) => {
    const answer = answersOf({ decide: [{ about: '8081', action: 'update', memory }] });
    expect(() => answer('decisions', shown)).toThrow('of the listed statements');
  });
});

function answersOf(session: object) {
  const [parsed] = sampleCase({ sessions: [{ messages: [['user', 'x']], ...session }] }).sessions;
  if (!parsed) throw new Error('no session');
  const answer = scriptAnswers(parsed);
  return (name: string, prompt = ''): unknown =>
    answer({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: {},
      body: {
        messages: [{ role: 'user', content: prompt }],
        response_format: { json_schema: { name } },
      },
    });
}

const shown = `# Memories
1. "The port is 8080" (2026-01-01)
2. "He said \\"no\\"" (2026-01-01)

# Candidates
1. "The host is a" (compare with memories 1)
2. "The port is 8081" (compare with memories 1, 2)`;
