import { describe, expect, it } from 'vitest';
import { decideByRules } from './decide-by-rules.ts';
import { stated, statement, storedMemory } from './dedup.fixture.ts';

describe('without a model', () => {
  it.each([
    ['known', 'the port is 8080.', 'The port is 8080', 'noop'],
    ['changed by another value', 'The build needs Node 22', 'The build needs Node 20', 'update'],
    ['changed by its denial', 'Das Projekt nutzt keine Container', 'Das Projekt nutzt Container', 'update'],
    ['not changed by an exchanged word', 'We use Svelte', 'We use Vue', 'add'],
    ['not changed by what is true of it beside', 'The API is fast', 'The API is written in Go', 'add'],
    ['not changed by a narrower statement', 'We use Redis in tests', 'We use Redis', 'add'],
  ])('a memory is %s', (_, said, known, action) => {
    expect(decideOn(said, known)).toBe(action);
  });

  it('looks at every neighbour, best first', () => {
    const memories = ['Deploys on Fridays', 'The port is 8080', 'The port is 8079'].map((text) =>
      storedMemory(text),
    );
    expect(decideByRules(statement('The port is 8081'), memories)).toMatchObject({
      action: 'update',
      targetId: memories[1]?.id,
    });
  });

  it('keeps an event beside a later one', () => {
    const first = storedMemory('bash with npm test failed after 10 s', { memoryType: 'episodic' });
    const later = statement('bash with npm test failed after 20 s', { memoryType: 'episodic' });
    expect(decideByRules(later, [first]).action).toBe('add');
  });
});

function decideOn(said: string, known: string) {
  const memory = storedMemory(known);
  return decideByRules(stated(said), [memory]).action;
}
