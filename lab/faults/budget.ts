import type { Mutation } from './mutation.ts';

const file = 'packages/memory/src/retrieval/budget.ts';
const tests = ['packages/memory/src/retrieval/'];

/** Faults in the choice of memories that fit into a prompt. */
export const budget: Mutation[] = [
  {
    name: 'the first line of the block costs nothing',
    file,
    find: 'let left = budget - cost(blockHeading);',
    replace: 'let left = budget;',
    tests,
  },
  {
    name: 'the heading of a section costs nothing',
    file,
    find: 'left - (open.has(section) ? 0 : cost(headingOf(section, view.project)))',
    replace: 'left',
    tests,
  },
  {
    name: 'the heading of a section is paid for by each of its lines',
    file,
    find: '(open.has(section) ? 0 : cost(headingOf(section, view.project)))',
    replace: 'cost(headingOf(section, view.project))',
    tests,
  },
  {
    name: 'a line that would fill the budget to its last token is left out',
    file,
    find: 'cost(text) <= room',
    replace: 'cost(text) < room',
    tests,
  },
  {
    name: 'what does not fit is left out, though its title would fit',
    file,
    find: "return { statement: title, placement: 'title' };",
    replace: "return { statement: null, placement: 'no_room' };",
    tests,
  },
  {
    name: 'nothing follows the first memory that does not fit',
    file,
    find: 'if (statement === null) continue;',
    replace: 'if (statement === null) break;',
    tests,
  },
  {
    name: 'what reads like a line that stands there is said again',
    file,
    find: "if (seen.has(content)) return { statement: null, placement: 'repeats' };",
    replace: '',
    tests,
  },
  {
    name: 'pinned memories may fill the whole block',
    file,
    find: 'const pinnedPart = 0.5;',
    replace: 'const pinnedPart = 1;',
    tests,
  },
  {
    name: 'a single pinned memory that is long comes last',
    file,
    find: 'memory.pinned && memory !== pinned[0] && placements',
    replace: 'memory.pinned && placements',
    tests,
  },
  {
    name: 'a memory is cut to its title although its text fits',
    file,
    find: "one === 'title' || one === 'no_room'",
    replace: "one === 'no_room'",
    tests,
  },
  {
    name: 'the date of a memory costs nothing',
    file,
    find: 'fits(lineOf(memory, content, view))',
    replace: 'fits(content)',
    tests,
  },
  {
    name: 'a line that was placed leaves as much room as before',
    file,
    find: 'left = room - cost(line);',
    replace: 'left = room;',
    tests,
  },
];
