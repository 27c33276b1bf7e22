import type { Mutation } from './mutation.ts';

const sync = 'packages/memory/src/focus/sync.ts';
const focusFile = 'packages/memory/src/focus/focus-file.ts';
const editTopics = 'db/functions/edit_topics.sql';
const tests = ['packages/memory/src/focus/', 'packages/memory/contract/focus'];
const topics = ['packages/memory/contract/topics'];

/** What becomes of the user's edits of the focus file, and of what was tagged meanwhile. */
export const focus: Mutation[] = [
  {
    name: 'a topic that was worked on since the file was written is removed by an old copy of it',
    file: sync,
    find: "if (stored.lastTouchedAt.getTime() > topic.touchedAt) return 'it was worked on since the file was written';",
    replace: '',
    tests,
  },
  {
    name: 'what is missing in a damaged file is removed',
    file: sync,
    find: "if (file.isDamaged) return 'the file is damaged';",
    replace: '',
    tests,
  },
  {
    name: 'a topic whose line was not understood is removed',
    file: sync,
    find: "if (file.unclear.includes(topic.name)) return 'its line was not understood';",
    replace: '',
    tests,
  },
  {
    name: 'a file that was cut removes the topics that stood behind its end',
    file: sync,
    find: 'written.indexOf(topic) > lastPresent',
    replace: 'written.indexOf(topic) < lastPresent',
    tests,
  },
  {
    name: 'the last topic of a file that was cut loses its paths',
    file: sync,
    find: '(hasSamePaths(topic, before) || topic === perhapsCut)',
    replace: 'hasSamePaths(topic, before)',
    tests,
  },
  {
    name: 'paths that were tagged since the file was written are lost when another kind is edited',
    file: sync,
    find: 'if (isSame(file[kind], before[kind])) return stored[kind];',
    replace: 'if (isSame(file[kind], before[kind])) return before[kind];',
    tests,
  },
  {
    name: 'a path that the user removed comes back when the topic was worked on',
    file: sync,
    find: 'now[kind].filter((path) => !gone.has(path)),',
    replace: 'now[kind],',
    tests,
  },
  {
    name: 'a damaged file takes paths away',
    file: sync,
    find: 'if (isDamaged) return mergePaths(added, stored[kind], Infinity);',
    replace: '',
    tests,
  },
  {
    name: 'an added topic that means the same as a stored one stands beside it',
    file: sync,
    find: 'byName.get(name) ?? byKey.get(nameKey(name)) ?? null',
    replace: 'byName.get(name) ?? null',
    tests,
  },
  {
    name: 'an edit that is made while the file is being written is overwritten',
    file: 'packages/memory/src/files/replace-file.ts',
    find: 'if (!isSame(await readBytes(path), expected)) return false;',
    replace: '',
    tests,
  },
  {
    name: 'a damaged file is overwritten without a copy',
    file: focusFile,
    find: 'if (bytes && (file === null || file.isDamaged)) await keepDamaged(bytes);',
    replace: 'if (bytes && file === null) await keepDamaged(bytes);',
    tests,
  },
  {
    name: 'a file without its last line removes what was tagged after it was written',
    file: focusFile,
    find: 'latest.topics.filter((topic) => topic.touchedAt < until)',
    replace: 'latest.topics',
    tests,
  },
  {
    name: 'the writings that edits are told from are forgotten after one more',
    file: 'packages/memory/src/focus/written-topics.ts',
    find: 'const keptWritings = 32;',
    replace: 'const keptWritings = 1;',
    tests,
  },
  {
    name: 'an edit removes topics of another project',
    file: editTopics,
    find: 'where t.id = any (p_deactivate) and t.project is not distinct from p_project and t.is_active;',
    replace: 'where t.id = any (p_deactivate) and t.is_active;',
    tests: topics,
  },
  {
    name: 'an edit changes the paths of a topic of another project',
    file: editTopics,
    find: 'where t.id = r.id and t.project is not distinct from p_project and t.is_active;',
    replace: 'where t.id = r.id and t.is_active;',
    tests: topics,
  },
  {
    name: 'a session counts again each time that it touches a topic',
    file: 'db/functions/touch_topic.sql',
    find: 'if found then',
    replace: 'if p_session_id is not null then',
    tests: topics,
  },
  {
    name: 'topics without a project are never listed',
    file: 'db/functions/list_topics.sql',
    find: 'where t.project is not distinct from p_project',
    replace: 'where t.project = p_project',
    tests: topics,
  },
];
