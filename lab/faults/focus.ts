import type { Mutation } from './mutation.ts';

const planEdits = 'packages/memory/src/focus/plan-edits.ts';
const focusFile = 'packages/memory/src/focus/focus-file.ts';
const editTopics = 'db/functions/topics/edit_topics.sql';
const tests = ['packages/memory/src/focus/', 'packages/memory/contract/focus'];
const topics = ['packages/memory/contract/topics'];

/** Faults in merging the user's edits of the focus file with topics that were tagged meanwhile. */
export const focus: Mutation[] = [
  {
    name: 'a topic that was worked on since the file was written is removed by an old copy of it',
    file: planEdits,
    find: 'topic && topic.lastTouchedAt.getTime() <= touchedAt ? [topic] : []',
    replace: 'topic ? [topic] : []',
    tests,
  },
  {
    name: 'what is missing in a damaged file is removed',
    file: planEdits,
    find: 'const removed = (isDamaged ? [] : seen)',
    replace: 'const removed = seen',
    tests,
  },
  {
    name: 'a damaged file changes paths',
    file: planEdits,
    find: 'if (isDamaged ? known || written : written && hasSamePaths(topic, written)) continue;',
    replace: 'if (written && hasSamePaths(topic, written)) continue;',
    tests,
  },
  {
    name: 'paths that were tagged since the file was written are lost when it is edited',
    file: planEdits,
    find: 'shownPaths(current[kind]).filter((path) => !gone.has(path)),',
    replace: 'known.filter((path) => !gone.has(path)),',
    tests,
  },
  {
    name: 'a path that the user removed comes back when the topic was worked on',
    file: planEdits,
    find: 'shownPaths(current[kind]).filter((path) => !gone.has(path)),',
    replace: 'shownPaths(current[kind]),',
    tests,
  },
  {
    name: 'an added topic that means the same as a stored one stands beside it',
    file: planEdits,
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
    name: 'a line that is not understood passes for an edit',
    file: 'packages/memory/src/files/read-lines.ts',
    find: 'problems.push(`line ${index + 1} was not understood: ${oneLine(line.slice(0, 80))}`);',
    replace: '',
    tests,
  },
  {
    name: 'a file that was cut passes for a whole one',
    file: 'packages/memory/src/files/read-lines.ts',
    find: "if (!isWhole()) problems.unshift('its last line is missing');",
    replace: '',
    tests,
  },
  {
    name: 'a damaged file is overwritten without a copy',
    file: 'packages/memory/src/files/synced-file.ts',
    find: '(file.problems.length > 0 || !kind.isOwn(file))',
    replace: '!kind.isOwn(file)',
    tests,
  },
  {
    name: 'a file that was open in an editor removes what was tagged after it was written',
    file: focusFile,
    find: '(written[0]?.items ?? []).filter((topic) => topic.touchedAt <= touchedAt)',
    replace: '(written[0]?.items ?? [])',
    tests,
  },
  {
    name: 'a copy of the file from the same millisecond takes away what another process wrote',
    file: focusFile,
    find: 'written.find((one) => one.mark === mark.written)',
    replace: 'written.find(() => false)',
    tests,
  },
  {
    name: 'an edit removes topics of another project',
    file: editTopics,
    find: 'where t.id = any (p_deactivate) and t.user_id = v_user and t.project is not distinct from p_project and t.is_active;',
    replace: 'where t.id = any (p_deactivate) and t.user_id = v_user and t.is_active;',
    tests: topics,
  },
  {
    name: 'an edit changes the paths of a topic of another project',
    file: editTopics,
    find: 'where t.id = r.id and t.user_id = v_user and t.project is not distinct from p_project and t.is_active;',
    replace: 'where t.id = r.id and t.user_id = v_user and t.is_active;',
    tests: topics,
  },
  {
    name: 'a session counts again each time that it touches a topic',
    file: 'db/functions/topics/touch_topic.sql',
    find: 'if found then',
    replace: 'if p_session_id is not null then',
    tests: topics,
  },
  {
    name: 'topics without a project are never listed',
    file: 'db/functions/topics/list_topics.sql',
    find: 'where t.user_id = v_user and t.project is not distinct from p_project',
    replace: 'where t.user_id = v_user and t.project = p_project',
    tests: topics,
  },
];
