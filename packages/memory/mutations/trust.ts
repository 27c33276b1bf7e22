import type { Mutation } from './mutation.ts';

const trustFile = 'packages/memory/src/extraction/trust.ts';
const overlap = 'packages/memory/src/extraction/tool-overlap.ts';
const tests = ['packages/memory/src/extraction/'];

/** Faults in the trust of statements. */
export const trust: Mutation[] = [
  {
    name: 'a user message vouches for the opposite of what it says',
    file: trustFile,
    find: 'clauses.length > 0 && clauses.every',
    replace: 'false && clauses.every',
    tests,
  },
  {
    name: 'a figure that only a tool returned becomes the word of the user',
    file: trustFile,
    find: 'if (onlyInTools(inTools, words.text).length > 0) return false;',
    replace: '',
    tests,
  },
  {
    name: "a tool's fuller statement becomes the word of a user who said a part of it",
    file: trustFile,
    find: 'const needed = inTools.share < most ? least : Math.max(whole, inTools.share);',
    replace: 'const needed = least;',
    tests,
  },
  {
    name: 'what a user pasted is their word',
    file: trustFile,
    find: "if (content.length > longestMessage) return '';",
    replace: '',
    tests,
  },
  {
    name: 'a question of the user states what it asks about',
    file: trustFile,
    find: '.filter((sentence) => !isQuestion(sentence));',
    replace: ';',
    tests,
  },
  {
    name: 'a statement that a tool broke over two lines is not heard',
    file: overlap,
    find: "yield `${line}\\n${lines[index + 1] ?? ''}`;",
    replace: 'yield line;',
    tests,
  },
];
