import type { Mutation } from './mutation.ts';

const ownWords = 'packages/memory/src/extraction/own-words.ts';
const overlap = 'packages/memory/src/extraction/tool-overlap.ts';
const tests = ['packages/memory/src/extraction/'];

/** Faults in the trust of statements. */
export const trust: Mutation[] = [
  {
    name: 'a user message vouches for the opposite of what it says',
    file: ownWords,
    find: 'clauses.length > 0 && clauses.every',
    replace: 'false && clauses.every',
    tests,
  },
  {
    name: 'a figure that only a tool returned becomes the word of the user',
    file: ownWords,
    find: 'if (onlyInTools(inTools, words.text).length > 0) return false;',
    replace: '',
    tests,
  },
  {
    name: "a tool's fuller statement becomes the word of a user who said a part of it",
    file: ownWords,
    find: 'const needed = inTools.share < most ? least : Math.max(whole, inTools.share);',
    replace: 'const needed = least;',
    tests,
  },
  {
    name: 'what a user pasted is their word',
    file: ownWords,
    find: 'if (content.length <= longestMessage) return content;',
    replace: 'if (content.length > 0) return content;',
    tests,
  },
  {
    name: 'a question of the user states what it asks about',
    file: ownWords,
    find: '!isQuestion(sentence) && !isJoke(sentence)',
    replace: '!isJoke(sentence)',
    tests,
  },
  {
    name: 'a statement that a tool broke over two lines is not heard',
    file: overlap,
    find: "yield `${line}\\n${lines[index + 1] ?? ''}`;",
    replace: 'yield line;',
    tests,
  },
  {
    name: 'what a user reports of somebody else is their word',
    file: ownWords,
    find: 'anyFits(sentence, ({ reported }) => reported) ||',
    replace: '',
    tests,
  },
  {
    name: 'what a user says of another thing changes what they said of this one',
    file: ownWords,
    find: 'foreignWords(sentence, said, known) <= mostForeign',
    replace: 'foreignWords(sentence, said, known) >= 0',
    tests,
  },
  {
    name: 'a refusal may mean anything',
    file: ownWords,
    find: "return isAbout || (text !== '' && !isRefusal);",
    replace: 'return true;',
    tests,
  },
];
