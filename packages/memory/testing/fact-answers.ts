import { foundMemory } from './model-answers.ts';

/** The statement of a fact. Each number is another fact; several sessions may state the same one. */
export const factText = (fact: number): string =>
  `Service s${fact} of TaskForge listens on port ${9_000 + fact}`;
const factPattern = /Service s\d+ of TaskForge listens on port \d+/;

/** Answers requests to the small model: an extraction finds the facts that the user stated, a deduplication adds each of them. */
export const answerWithFacts = (schema: string | undefined, prompt: string): object =>
  schema === 'decisions' ? allNew(prompt) : factsIn(prompt);

function factsIn(prompt: string) {
  const transcript = prompt.slice(prompt.lastIndexOf('# Transcript'));
  const said = transcript.matchAll(/^#(\d+) user[^\n]*\n\s*(.+)$/gm);
  return {
    memories: Array.from(said, ([, number, text = '']) =>
      foundMemory(factPattern.exec(text)?.[0] ?? text, [Number(number)], {
        title: null,
        category: 'architecture',
        namespace: 'devai/project/taskforge/ports',
        source: 'discovery',
        priority: 'medium',
      }),
    ),
  };
}

function allNew(prompt: string) {
  const candidates = prompt.slice(prompt.lastIndexOf('# Candidates')).matchAll(/^(\d+)\. /gm);
  return {
    decisions: Array.from(candidates, ([, number]) => ({
      candidate: Number(number),
      action: 'add',
      memory: null,
      earlier_candidate: null,
      reason: 'another service',
    })),
  };
}
