import type { Mutation } from './mutation.ts';

const choosing = 'packages/memory/src/retrieval/standing.ts';
const listing = 'db/functions/contexts/list_standing.sql';
const filing = 'packages/memory/src/extraction/rules/user-statements.ts';
const tests = ['packages/memory/contract/standing.test.ts'];
const ofFiling = ['packages/memory/src/extraction/rules/standing-statements.test.ts'];

/** Faults in what every prompt says about the user and how to work. */
export const standing: Mutation[] = [
  {
    name: 'a page gives orders to every session',
    file: listing,
    find: "n.is_valid and n.trust <> 'tool' and",
    replace: 'n.is_valid and',
    tests,
  },
  {
    name: 'what the user said in all projects is shown in each',
    file: listing,
    find: 'where n.scope = s.scope and n.is_valid',
    replace: 'where n.is_valid',
    tests,
  },
  {
    name: 'the rules of all projects are shown in each',
    file: listing,
    find: 'where n.scope = s.scope and n.category = c.category',
    replace: 'where n.category = c.category',
    tests,
  },
  {
    name: 'what is important comes before what the user stated',
    file: listing,
    find: "order by (n.trust = 'user' or n.source = 'user_stated') desc, n.importance desc",
    replace: 'order by n.importance desc',
    tests,
  },
  {
    name: 'many preferences displace who the user is',
    file: choosing,
    find: 'const share = left / open.length;',
    replace: 'const share = left;',
    tests,
  },
  {
    name: 'the heading of the section costs nothing',
    file: choosing,
    find: 'budget - countTokens(`${standingHeading}\\n`)',
    replace: 'budget',
    tests,
  },
  {
    name: 'what is shortened is not recalled whole',
    file: choosing,
    find: 'inOrder.filter(({ isWhole }) => isWhole)',
    replace: 'inOrder',
    tests,
  },
  {
    name: 'what tells of one day is in every prompt',
    file: filing,
    find: 'if (isOfADay(statement)) return plain;',
    replace: '',
    tests: ofFiling,
  },
  {
    name: 'a rule about the user stays in the project',
    file: filing,
    find: "return isUserInvolved(statement) ? ofUser('rule') : { category: 'rule', place: 'rules' };\n  }\n  if (fits('decisions'))",
    replace: "return { category: 'rule', place: 'rules' };\n  }\n  if (fits('decisions'))",
    tests: ofFiling,
  },
];
