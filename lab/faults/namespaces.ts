import type { Mutation } from './mutation.ts';

const file = 'packages/memory/src/namespaces.ts';
const matchRows = 'db/functions/matching/_match_rows.sql';
const tests = ['packages/memory/src/namespaces', 'packages/memory/contract/project-names'];
const scopes = ['packages/memory/contract/memories-scopes', 'packages/memory/contract/memories-filters'];
const matching = [...scopes, 'packages/memory/contract/memories-matching'];

/** Faults in which project sees which memories. */
export const namespaces: Mutation[] = [
  {
    name: 'the name of another project becomes a folder of the current one',
    file,
    find: "root === 'project' ? rest.slice(1) :",
    replace: "root === 'project' ? rest :",
    tests,
  },
  {
    name: 'what is proposed for the user is filed under the project',
    file,
    find: "if (root === 'global' || root === 'user') return",
    replace: "if (root === 'global') return",
    tests,
  },
  {
    name: 'a proposed namespace may have a segment more than a stored one',
    file,
    find: '].slice(0, maximumSegments);',
    replace: '].slice(0, maximumSegments + 1);',
    tests,
  },
  {
    name: 'a namespace of as many segments as are allowed is refused',
    file,
    find: 'if (segments.length > maximumSegments) {',
    replace: 'if (segments.length >= maximumSegments) {',
    tests,
  },
  {
    name: 'characters are counted otherwise than in the database',
    file,
    find: 'const lengthOf = (text: string): number => Array.from(text).length;',
    replace: 'const lengthOf = (text: string): number => text.length;',
    tests,
  },
  {
    name: 'two projects share a branch when their names differ in a sign alone',
    file,
    find: 'return isUsable(readable) ? `${readable}-${hash}` : hash;',
    replace: 'return isUsable(readable) ? readable : hash;',
    tests,
  },
  {
    name: 'a project that is named with a space around it is another one',
    file,
    find: 'const wanted = lowerCase(name).trim();',
    replace: 'const wanted = lowerCase(name);',
    tests,
  },
  {
    name: 'a blank project stands for all of them',
    file,
    find: "if (stored === null) throw new MemoryError('invalid_input', 'project: needs a name, and is blank');",
    replace: "if (stored === null) return '';",
    tests,
  },
  {
    name: 'a namespace may hold a segment of dots',
    file,
    find: "if (segments.some((segment) => onlyDots.test(segment))) return 'has a segment of only dots';",
    replace: '',
    tests,
  },
  {
    name: 'a search reads every project',
    file: matchRows,
    find: 'where v_pool is null and v_as_of is null and not v_archived and m.scope = any(p_scopes)',
    replace: 'where v_pool is null and v_as_of is null and not v_archived',
    tests: scopes,
  },
  {
    name: 'a namespace is narrowed to by the letters that it begins with',
    file: matchRows,
    find: "select n.name || '/' from unnest(p_namespaces)",
    replace: 'select n.name from unnest(p_namespaces)',
    tests: scopes,
  },
  {
    name: 'a list is narrowed to a namespace by the letters that it begins with',
    file: 'db/functions/memories/list_memories.sql',
    find: "select public.devai__own_namespace(n.name) || '/' from unnest(p_namespaces)",
    replace: 'select public.devai__own_namespace(n.name) from unnest(p_namespaces)',
    tests: scopes,
  },
  {
    name: 'the scope of a statement is that of another project than its row says',
    file: 'db/functions/common/_scope_of.sql',
    find: "split_part(p_namespace, '/', 2) || '/' || split_part(p_namespace, '/', 3)",
    replace: "split_part(p_namespace, '/', 2) || '/' || split_part(p_namespace, '/', 4)",
    tests: [...scopes, 'packages/memory/contract/memories-applying'],
  },
  {
    name: 'what no longer holds counts as searched',
    file: 'db/functions/matching/_measure_scopes.sql',
    find: 'where m.scope = any(p_scopes) and m.is_valid limit v_counted + 1);',
    replace: 'where m.scope = any(p_scopes) limit v_counted + 1);',
    tests: matching,
  },
  {
    name: 'a scope of many thousands is taken for one of two thousand',
    file: 'db/functions/matching/_measure_scopes.sql',
    find: 'total := greatest(total, 16 * (',
    replace: 'total := greatest(total, 1 * (',
    tests: [...matching, 'packages/memory/src/retrieval/search'],
  },
  {
    name: 'how rare a word is depends on what other projects hold',
    file: 'db/functions/words/_scope_tag.sql',
    find: "convert_to(p_scope, 'UTF8')",
    replace: "convert_to('devai', 'UTF8')",
    tests: matching,
  },
];
